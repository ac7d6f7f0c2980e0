import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { Fila } from '../Fila.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import { EpisodioEditor } from './EpisodioEditor.tsx'
import { type EpisodioAdmin, useDeleteEpisodio, useEpisodiosAdmin, useShowEpisodio } from './episodios.ts'

/** What the list says of an episode: its day, whether that is still to come, whether it can be heard. */
function detalleOf({ fecha_creacion, url_audio }: EpisodioAdmin): string {
  const date = new Date(fecha_creacion)
  const when = `${longFecha(date)}, ${shortHora(date)}`
  const day = date > new Date() ? `programado: ${when}` : when
  return url_audio ? day : `${day} · sin audio`
}

const nombreOf = ({ titulo }: EpisodioAdmin) => titulo?.trim() || 'Episodio sin título'

export function PodcastAdmin() {
  const episodios = useEpisodiosAdmin()
  const [edicion, setEdicion] = useState<EpisodioAdmin | 'nuevo' | null>(null)
  const [deleting, setDeleting] = useState<EpisodioAdmin | null>(null)
  const showEpisodio = useShowEpisodio()
  const deleteEpisodio = useDeleteEpisodio()

  const remove = async (episodio: EpisodioAdmin) => {
    try {
      await deleteEpisodio.mutateAsync(episodio)
      sayDone('Episodio borrado')
    } catch (failure) {
      sayFailed('No se pudo borrar', failure)
    }
    setDeleting(null)
  }

  return (
    <AdminPage
      title="Podcast"
      text="Se ordenan por su fecha. Con una fecha futura, el episodio espera hasta ese día."
      action={
        <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEdicion('nuevo')}>
          Agregar episodio
        </Button>
      }
    >
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
                  name={nombreOf(episodio)}
                  detail={detalleOf(episodio)}
                  hidden={!episodio.visible}
                  onToggle={() =>
                    showEpisodio.mutate(
                      { episodio, visible: !episodio.visible },
                      { onError: (failure) => sayFailed('No se pudo cambiar', failure) },
                    )
                  }
                  onEdit={() => setEdicion(episodio)}
                  onDelete={() => setDeleting(episodio)}
                />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <EpisodioEditor edicion={edicion} onClose={() => setEdicion(null)} />
      <ConfirmDialog
        open={deleting !== null}
        title="¿Borrar este episodio?"
        description={deleting ? `«${nombreOf(deleting)}» y su audio se borran para siempre.` : undefined}
        action="Borrar"
        busy={deleteEpisodio.isPending}
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      />
    </AdminPage>
  )
}
