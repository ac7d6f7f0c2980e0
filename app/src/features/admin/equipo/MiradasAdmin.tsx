import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { ask } from '../../../lib/api/ask.ts'
import { PAPELES, type Papel } from '../../../lib/cuenta/papeles.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { useEquipo } from './equipo.ts'

const PAGE = 50

type Linea = { id: number; cuando: string; quien: string; papel: Papel; que: string; motivo: string | null }

const QUE: Readonly<Record<string, string>> = {
  busqueda: 'búsqueda de una integrante',
  ficha: 'consulta de una ficha',
  revision: 'lectura o decisión sobre algo escrito',
  decision: 'decisión sobre una cuenta',
  apelacion: 'respuesta a una integrante',
  soporte: 'lectura o respuesta de lo que alguien escribió al equipo',
}

/** Newest first, page by page. A line says who of the team looked, never at whom. */
function useLineas() {
  return useInfiniteQuery({
    queryKey: ['miradas'],
    queryFn: async ({ pageParam, signal }) =>
      (await ask(
        (db) => {
          const lines = db.from('miradas').select('id, cuando, quien, papel, que, motivo')
          return (pageParam ? lines.lt('id', pageParam) : lines).order('id', { ascending: false }).limit(PAGE)
        },
        { signal },
      )) as Linea[],
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length === PAGE ? last.at(-1)!.id : null),
    select: ({ pages }) => pages.flat(),
  })
}

/** Who of the team looked at something of a member, when, and why; for the administradoras. */
export function MiradasAdmin() {
  const query = useLineas()
  const { data: equipo } = useEquipo()
  const { id: yo } = useUser()
  // The root account is in no list of the team, and neither is who has left it.
  const nameOf = (quien: string) => {
    const integrante = equipo?.integrantes.find(({ user_id }) => user_id === quien)
    if (integrante) return readable(integrante.nombre ?? '') || 'Una integrante del equipo'
    return equipo
      ? 'La cuenta que instaló la casa, o alguien que dejó el equipo'
      : 'Una integrante del equipo'
  }
  return (
    <AdminPage
      title="Quién miró"
      text="Cada consulta y cada decisión del equipo. Nadie puede cambiarlo ni borrarlo."
    >
      <QueryView
        query={query}
        errorMessage="No se pudo cargar el registro."
        empty="Nadie ha consultado nada todavía."
      >
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map(({ id, cuando, quien, papel, que, motivo }) => (
                <li key={id} className="grid gap-0.5 p-3 wrap-anywhere">
                  <p>
                    {quien === yo && <span className="font-semibold">Tú: </span>}
                    {quien !== yo && (
                      <>
                        <bdi translate="no" className="font-semibold">
                          {nameOf(quien)}
                        </bdi>
                        :{' '}
                      </>
                    )}
                    {QUE[que] ?? que}
                  </p>
                  <p className="text-sm text-tinta-suave">
                    {longFecha(new Date(cuando))}, {shortHora(new Date(cuando))} ·{' '}
                    <span title={PAPELES[papel]}>{papel}</span>
                    {motivo && ` · ${readable(motivo).replace(/: apelacion$/, ': respuesta a una decisión')}`}
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      {query.hasNextPage && (
        <Button look="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Ver más
        </Button>
      )}
    </AdminPage>
  )
}
