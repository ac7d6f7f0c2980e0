import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { ask } from '../../../lib/api/ask.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'

const MOST = 200

/** Reports of the last thirty days, newest first. */
const useFallos = () =>
  useQuery({
    queryKey: ['fallos'],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('fallos')
            .select('id, codigo, ruta, version, navegador, creado_en')
            .order('creado_en', { ascending: false })
            .order('id')
            .limit(MOST),
        { signal },
      ),
  })

/** What devices reported of faults, to hand on to the operator. */
export function FallosAdmin() {
  const query = useFallos()
  return (
    <AdminPage
      title="Fallos"
      text="Informes que alguien envió cuando una pantalla falló. No dicen quién; el código lleva a quien cuida la máquina a la línea del registro. Se borran a los treinta días."
    >
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar los informes."
        empty={<EmptyState message="Nadie ha enviado un informe en los últimos treinta días." />}
      >
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map(({ id, codigo, ruta, version, navegador, creado_en }) => (
                <li key={id} className="grid gap-0.5 p-3 wrap-anywhere">
                  <p className="font-semibold">
                    {ruta}
                    {codigo && <span className="text-tinta-suave"> · Código {codigo}</span>}
                  </p>
                  <p className="text-sm text-tinta-suave">
                    <time dateTime={creado_en}>
                      {longFecha(new Date(creado_en))}, {shortHora(new Date(creado_en))}
                    </time>{' '}
                    · {navegador} · {version}
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
    </AdminPage>
  )
}
