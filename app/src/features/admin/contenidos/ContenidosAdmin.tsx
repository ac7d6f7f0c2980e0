import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { ask } from '../../../lib/api/ask.ts'
import { AdminPage } from '../AdminPage.tsx'
import { useObras } from '../legal/politicas.ts'
import { EncuentroEditor } from '../novedades/EncuentroEditor.tsx'
import { useEncuentrosAdmin } from '../novedades/encuentros.ts'
import { type Estado, fillSemanas, inSemana, type Semana } from './calendario.ts'
import { EpisodioEditor } from './EpisodioEditor.tsx'
import { useEpisodiosAdmin } from './episodios.ts'
import { LibroDialog } from './LibroDialog.tsx'
import { useLibrosAdmin } from './libros.ts'
import { type Abierto, nombreOf, type SemanaLlena, Semanas } from './SemanasPorVenir.tsx'
import { VistaSemana } from './Vistas.tsx'

/** How many weeks it looks ahead: a season. */
const CUANTAS = 12

function useProximas() {
  return useQuery({
    queryKey: ['semanas_por_venir', CUANTAS],
    queryFn: ({ signal }): Promise<Semana[]> =>
      ask((db) => db.rpc('semanas_por_venir', { cuantas: CUANTAS }), { signal }),
  })
}

/** The weeks ahead with what each has and lacks, and the way to what fills a gap. */
export function ContenidosAdmin() {
  const semanas = useProximas()
  const libros = useLibrosAdmin()
  const episodios = useEpisodiosAdmin()
  const encuentros = useEncuentrosAdmin()
  const obras = useObras()
  const [abierto, open] = useState<Abierto | null>(null)
  const close = () => open(null)

  return (
    <AdminPage
      title="Contenidos"
      text="Las próximas semanas: lo que ya está, lo que espera su día, lo que falta y lo que se celebra."
    >
      <QueryView query={semanas} errorMessage="No se pudieron cargar las semanas." empty={null}>
        {(weeks) => (
          <QueryView
            query={libros}
            errorMessage="No se pudieron cargar los libros."
            isEmpty={() => false}
            empty={null}
          >
            {(books) => (
              <QueryView
                query={episodios}
                errorMessage="No se pudieron obtener los episodios. Inténtalo de nuevo más tarde."
                isEmpty={() => false}
                empty={null}
              >
                {(sounds) => (
                  <QueryView
                    query={encuentros}
                    errorMessage="No se pudieron cargar los eventos."
                    isEmpty={() => false}
                    empty={null}
                  >
                    {(events) => (
                      <QueryView
                        query={obras}
                        errorMessage="No se pudo cargar lo que espera su día."
                        isEmpty={() => false}
                        empty={null}
                      >
                        {(texts) => (
                          <Semanas
                            semanas={fillSemanas(weeks, books, sounds, new Date()).map((week) => ({
                              ...week,
                              encuentros: inSemana(
                                week,
                                events.map(({ row }) => row),
                                ({ empieza }) => empieza,
                              ),
                              textos: inSemana(
                                week,
                                texts.filter(({ clase }) => clase === 'programada'),
                                ({ at }) => at,
                              ),
                            }))}
                            onOpen={open}
                          />
                        )}
                      </QueryView>
                    )}
                  </QueryView>
                )}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
      <LibroDialog
        edicion={abierto?.clase === 'libro' ? abierto.edicion : null}
        semana={abierto?.semana.semana ?? 1}
        onClose={close}
      />
      <EpisodioEditor
        edicion={abierto?.clase === 'episodio' ? abierto.edicion : null}
        cuando={abierto ? beginOf(abierto.semana) : undefined}
        onClose={close}
      />
      <EncuentroEditor
        edicion={abierto?.clase === 'evento' ? abierto.edicion : null}
        cuando={abierto ? beginOf(abierto.semana) : undefined}
        onClose={close}
      />
      <Dialog
        open={abierto?.clase === 'vista'}
        onClose={close}
        title="Como en su teléfono"
        description={abierto ? nombreOf(abierto.semana) : undefined}
      >
        {abierto?.clase === 'vista' && (
          <VistaSemana nombre={nombreOf(abierto.semana)} {...seenIn(abierto.semana)} />
        )}
      </Dialog>
    </AdminPage>
  )
}

/** When a new episode of a week would be heard, or an event held: on its Monday in the morning, or now where that has passed. */
function beginOf({ desde }: Semana): Date {
  const now = new Date()
  const morning = new Date(new Date(desde).getTime() + 8 * 3_600_000)
  return morning > now ? morning : now
}

/** What members will find in a week once it is there. */
function seenIn({ libros, episodios }: SemanaLlena) {
  const seen = ({ estado }: { estado: Estado }) => estado !== 'oculto' && estado !== 'después'
  return {
    libros: libros.filter(seen).map(({ libro }) => libro),
    episodios: episodios.filter(seen).map(({ episodio }) => episodio),
  }
}
