import { createSignal } from '../../../lib/store.ts'

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

const alertas = new Map<string, { motivo: string; cerrada_en: string }>()
/** Raised from behind the second PIN: shown nowhere. */
const calladas = new Set<string>()
const changed = createSignal()
export const onFingidas = changed.subscribe

/** The time that a timer shows; null where it shows none. */
const llegadas = new Map<string, string | null>()

export function fingirAlerta(alerta: string, motivo: string): void {
  alertas.set(alerta, { motivo, cerrada_en: new Date().toISOString() })
}

export function fingirLlegada(llegada: string, vence: Date | null): void {
  llegadas.set(llegada, vence?.toISOString() ?? null)
}

export const callar = (alerta: string): void => void calladas.add(alerta)

/** She pressed again, or gave her own PIN: everything is shown as it is. */
export function dejarDeFingir(): void {
  for (const one of [alertas, llegadas, calladas]) one.clear()
  changed.emit()
}

type Alerta = {
  id: string
  cliente_id: string
  origen: string
  estado: string
  motivo: string | null
  con_pin: boolean
  cerrada_en: string | null
}

/** An alert as this page shows it, null where it shows none. One that such a timer opened is not shown as open either. */
export function alertaShown<One extends Alerta>(alerta: One): One | null {
  if (calladas.has(alerta.cliente_id)) return null
  const fin =
    alertas.get(alerta.id) ??
    alertas.get(alerta.cliente_id) ??
    (llegadas.size > 0 && alerta.origen === 'llegada'
      ? { motivo: 'a_salvo', cerrada_en: new Date().toISOString() }
      : undefined)
  return fin && alerta.estado !== 'cerrada' ? { ...alerta, estado: 'cerrada', con_pin: true, ...fin } : alerta
}

/** The timers as this page shows them. */
export function llegadasShown<One extends { id: string; estado: string; vence_en: string }>(
  all: readonly One[],
): One[] {
  return all.flatMap((llegada) => {
    const vence = llegadas.get(llegada.id)
    if (vence === undefined) return [llegada]
    if (vence === null || Date.parse(vence) <= Date.now()) return []
    return [{ ...llegada, estado: 'activa', vence_en: vence }]
  })
}
