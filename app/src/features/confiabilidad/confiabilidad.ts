import { useQuery } from '@tanstack/react-query'
import { callAsNobody } from '../../lib/api/plainRequest.ts'

/** What of one month anybody may read. */
export type Mes = { mes: string; valores: Map<string, string> }

type Row = { mes: string; que: string; valor: string }

/** Months, the newest first. */
export function byMonth(rows: readonly Row[]): Mes[] {
  const months = new Map<string, Map<string, string>>()
  for (const { mes, que, valor } of rows) months.set(mes, (months.get(mes) ?? new Map()).set(que, valor))
  return [...months].sort(([a], [b]) => (a < b ? 1 : -1)).map(([mes, valores]) => ({ mes, valores }))
}

/** How reliable the installation has been, as everybody may read it. Requested without a session: reading it says nothing of the reader. */
export function useConfiabilidad() {
  return useQuery({
    queryKey: ['confiabilidad'],
    queryFn: async ({ signal }) => byMonth((await callAsNobody('confiabilidad', {}, { signal })) as Row[]),
  })
}
