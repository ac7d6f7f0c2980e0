import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fechaLarga, horaCorta } from '../../lib/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { AdminPage } from './AdminPage.tsx'
import { fallo, hecho } from './avisos.ts'
import { EpisodioDialog } from './EpisodioDialog.tsx'
import { type EpisodioAdmin, useBorrarEpisodio, useEpisodiosAdmin, useMostrarEpisodio } from './episodios.ts'
import { Fila } from './Fila.tsx'

/** What the list says of an episode: its day, whether that is still to come, whether it can be heard. */
function detalleDe({ fecha_creacion, url_audio }: EpisodioAdmin): string {
  const date = new Date(fecha_creacion)
  const when = `${fechaLarga(date)}, ${horaCorta(date)}`
  const day = date > new Date() ? `programado: ${when}` : when
  return url_audio ? day : `${day} · sin audio`
}

const nombreDe = ({ titulo }: EpisodioAdmin) => titulo?.trim() || 'Episodio sin título'

export function PodcastAdmin() {
  const episodios = useEpisodiosAdmin()
  const [edicion, setEdicion] = useState<EpisodioAdmin | 'nuevo' | null>(null)
  const [borrando, setBorrando] = useState<EpisodioAdmin | null>(null)
  const mostrar = useMostrarEpisodio()
  const borrar = useBorrarEpisodio()

  const remove = async (episodio: EpisodioAdmin) => {
    try {
      await borrar.mutateAsync(episodio)
      hecho('Episodio borrado')
      setBorrando(null)
    } catch (failure) {
      fallo('No se pudo borrar', failure)
    }
  }

  return (
    <AdminPage
      title="Podcast"
      text="Se ordenan por su fecha. Con una fecha futura, el episodio espera hasta ese día."
    >
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => setEdicion('nuevo')}
      >
        Agregar episodio
      </Button>
      <QueryView
        query={episodios}
        errorMessage="No se pudieron obtener los episodios. Inténtalo de nuevo más tarde."
        empty="Todavía no hay episodios."
      >
        {(list) => (
          <Card flush>
            <ul>
              {list.map((episodio) => (
                <Fila
                  key={episodio.id}
                  name={nombreDe(episodio)}
                  detail={detalleDe(episodio)}
                  hidden={!episodio.visible}
                  onToggle={() =>
                    mostrar.mutate(
                      { id: episodio.id, visible: !episodio.visible },
                      { onError: (failure) => fallo('No se pudo cambiar', failure) },
                    )
                  }
                  onEdit={() => setEdicion(episodio)}
                  onDelete={() => setBorrando(episodio)}
                />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <EpisodioDialog edicion={edicion} onClose={() => setEdicion(null)} />
      <ConfirmDialog
        open={borrando !== null}
        title="¿Borrar este episodio?"
        description={borrando ? `«${nombreDe(borrando)}» y su audio se borran para siempre.` : undefined}
        action="Borrar"
        busy={borrar.isPending}
        onConfirm={() => borrando && void remove(borrando)}
        onCancel={() => setBorrando(null)}
      />
    </AdminPage>
  )
}
