import { reconcile, recordatoriosState } from '../../lib/member/pushDevice.ts'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { type Fecha, toFecha } from '../../lib/time/fechas.ts'
import type { Evento } from './agendaDrafts.ts'
import { diasOfRecordatorios, type Ocurrencia, upcomingRecordatorios } from './dias.ts'
import { knownEventos } from './eventos.ts'
import * as toasts from './toasts.ts'

/** How often it checks: a reminder may be this late. */
const LOOK_MS = 20_000
const SEEN = 'avisos'
/** Of the newest reminders that were shown, so many are remembered. */
const MEMORY = 50

/**
 * Shows what is due while the app is open, where this device is not reached by push; and keeps device and service in
 * agreement. Asks the service for nothing that is not on the device already.
 *
 * @param open leads to the agenda
 * @returns ends the watch
 */
export function watchRecordatorios(userId: string, open: () => void): () => void {
  let ended = false
  let looking = false

  const look = async () => {
    if (looking || ended) return
    looking = true
    try {
      const now = Date.now()
      const list = await around(await knownEventos(userId), toFecha(new Date(now)))
      const due = upcomingRecordatorios(list, now).filter(({ vence }) => vence <= now)
      if (due.length === 0 || (await recordatoriosState()) === 'encendido') return
      const seen = (await readCopy<string[]>(userId, SEEN)) ?? []
      const fresh = due.map(({ clave }) => clave).filter((clave) => !seen.includes(clave))
      if (fresh.length === 0 || ended) return
      // On a device that keeps nothing they are shown again after a reload.
      await keepCopy(userId, SEEN, [...seen, ...fresh].slice(-MEMORY)).catch(() => {})
      toasts.recordatorio(open)
    } finally {
      looking = false
    }
  }

  reconcile(userId).catch(() => {
    // Without a connection they agree the next time.
  })
  void look()
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    ended = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** What is on the days that matter now. What computes repeated events is loaded where she has one. */
async function around(eventos: readonly Evento[], hoy: Fecha): Promise<Ocurrencia<Evento>[]> {
  const mine = eventos.filter(({ notificar }) => notificar)
  if (!mine.some(({ regla }) => regla)) return mine.map((evento) => ({ evento, dia: evento.fecha }))
  const { ocurrencias } = await import('./recurrencia.ts')
  return ocurrencias(mine, ...diasOfRecordatorios(hoy))
}
