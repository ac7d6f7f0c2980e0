import { createSignal } from '../store.ts'

/*
 * What she closed here with the second PIN, with somebody beside her: on this page it is closed, and at the service it goes on (docs/alarm.md). Kept
 * in memory alone: the next page that her own PIN opens shows how it is.
 */

/** How a PIN was given. */
export type PorPin = {
  /** What the service knows it by. */
  prueba: string
  segundo: boolean
}

/** `en` 0: as she saw it, nothing had left. */
type Fin = { motivo: string; en: number }

/** What is masked: alerts that she closed, timers with the time that they show (null: none), and presses that no screen tells of. */
type Fingidas = {
  alertas: Record<string, Fin>
  llegadas: Record<string, string | null>
  calladas: string[]
}

const NONE: Fingidas = { alertas: {}, llegadas: {}, calladas: [] }
let known = NONE
const changed = createSignal()
/** Between the pages of this browser: he may look at another tab. */
let pages: BroadcastChannel | undefined

function openPages(): BroadcastChannel | undefined {
  if (pages || !('BroadcastChannel' in globalThis)) return pages
  pages = new BroadcastChannel('vistas')
  pages.onmessage = ({ data }: MessageEvent<Fingidas>) => {
    known = data
    changed.emit()
  }
  return pages
}

function put(next: Fingidas): void {
  known = next
  openPages()?.postMessage(next)
  changed.emit()
}

/** Hears of every change, here and in the other pages. @returns how to stop */
export function onFingidas(listener: () => void): () => void {
  openPages()
  return changed.subscribe(listener)
}

/** @param aTiempo whether nothing has left yet, as her screen says */
export function fingirAlerta(alerta: string, motivo: string, aTiempo: boolean): void {
  const fin = { motivo, en: aTiempo ? 0 : Date.now() }
  put({ ...known, alertas: { ...known.alertas, [alerta]: fin } })
}

/** @param vence the time that it shows; null where it shows none */
export function fingirLlegada(llegada: { id: string; cliente_id: string }, vence: Date | null): void {
  put({
    ...known,
    llegadas: { ...known.llegadas, [llegada.id]: vence?.toISOString() ?? null },
    // The alert that it opens bears its id.
    calladas: [...known.calladas, llegada.cliente_id],
  })
}

export const callar = (alerta: string): void => put({ ...known, calladas: [...known.calladas, alerta] })

/** She pressed again, or gave her own PIN: everything is shown as it is. */
export function dejarDeFingir(): void {
  if (known !== NONE) put(NONE)
}

type Alerta = {
  id: string
  cliente_id: string
  estado: string
  motivo: string | null
  con_pin: boolean
  sale_en: string
  cerrada_en: string | null
}

/** An alert as this page shows it, null where it shows none. */
export function alertaShown<One extends Alerta>(alerta: One): One | null {
  if (known.calladas.includes(alerta.cliente_id)) return null
  const fin = known.alertas[alerta.id] ?? known.alertas[alerta.cliente_id]
  if (!fin || alerta.estado === 'cerrada') return alerta
  const sale = Date.parse(alerta.sale_en)
  // This clock may be ahead of the service's, or behind: on which side of its leaving it was closed is what she saw.
  const cerrada = new Date(fin.en ? Math.max(fin.en, sale) : sale - 1)
  return {
    ...alerta,
    estado: 'cerrada',
    con_pin: true,
    motivo: fin.motivo,
    cerrada_en: cerrada.toISOString(),
  }
}

/** The timers as this page shows them. */
export function llegadasShown<One extends { id: string; estado: string; vence_en: string }>(
  all: readonly One[],
): One[] {
  return all.flatMap((llegada) => {
    const vence = known.llegadas[llegada.id]
    if (vence === undefined) return [llegada]
    if (vence === null || Date.parse(vence) <= Date.now()) return []
    return [{ ...llegada, estado: 'activa', vence_en: vence }]
  })
}
