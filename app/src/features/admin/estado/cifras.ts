import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { downloadFile } from '../../../lib/device/download.ts'

/** One count as somebody may read it: the database leaves nothing small enough to be one person. */
export type Cifra = { desde: string | null; que: string; valor: string }
export type CifraDeAlertas = Cifra & { periodo: 'dia' | 'mes'; desde: string }

/** How many members there are, and what was counted in each whole week. */
export function useCifras() {
  return useQuery({
    queryKey: ['cifras'],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('cifras', undefined, { get: true }), { signal }) as unknown as Promise<Cifra[]>,
  })
}

/** Presses of the panic button and alerts by day, and what became of them by month. */
export function useAlertaCifras() {
  return useQuery({
    queryKey: ['cifras_de_alertas'],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('cifras_de_alertas', undefined, { get: true }), {
        signal,
      }) as unknown as Promise<CifraDeAlertas[]>,
  })
}

/** Rows of one table: by period, newest first, each with its values by name. */
export function byPeriod(cifras: readonly Cifra[]): { desde: string; valores: Map<string, string> }[] {
  const rows = new Map<string, Map<string, string>>()
  for (const { desde, que, valor } of cifras) {
    if (desde === null) continue
    if (!rows.has(desde)) rows.set(desde, new Map())
    rows.get(desde)!.set(que, valor)
  }
  return [...rows].sort(([a], [b]) => (a < b ? 1 : -1)).map(([desde, valores]) => ({ desde, valores }))
}

/** «17 s», «3 min». */
export function tellSeconds(seconds: string): string {
  const n = Number(seconds)
  return n < 90 ? `${n} s` : `${Math.round(n / 60)} min`
}

/** Of what begins a formula where a table is opened, none is one (OWASP, "CSV Injection"). */
const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** A table as a file that spreadsheets open: the same figures and floors as on screen. */
export function toCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

/** Gives her all that the screen shows as one file. */
export function downloadCifras(cifras: readonly Cifra[], alertas: readonly CifraDeAlertas[]): void {
  const rows = [
    ...cifras.map(({ desde, que, valor }) => [desde === null ? 'hoy' : 'semana', desde ?? '', que, valor]),
    ...alertas.map(({ periodo, desde, que, valor }) => [
      periodo === 'dia' ? 'día' : 'mes',
      desde,
      que,
      valor,
    ]),
  ]
  // With a mark, without which one spreadsheet reads the accents wrong.
  downloadFile('cifras.csv', `\uFEFF${toCsv(['periodo', 'desde', 'qué', 'valor'], rows)}`, 'text/csv')
}
