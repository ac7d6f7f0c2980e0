import { useEffect, useState } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import { type Fix, readFix } from '../../../lib/device/geolocation.ts'
import { type Emergencia, emergenciaFrom } from '../../../lib/emergencia/emergencia.ts'
import { describeAge } from '../../../lib/outside/mensaje.ts'

/** A location sharing as its link shows it, in moments of the viewer's clock; null for a link that leads nowhere. */
export type Vista =
  | { terminado: true; terminoEn: number }
  | { terminado: false; terminaEn: number; fix: Fix | null; emergencia: Emergencia }
  | null

/** Her device sends every 15 seconds; after this long without anything new the page says so. */
const CALLADA_MS = 2 * 60_000
const ASK_EVERY_MS = 10_000
/** A link that shows nothing may have come before her phone found a network. After ten minutes it is asked less often, and never given up. */
const HOPEFUL_MS = 10 * 60_000
const ASK_SELDOM_MS = 60_000

/** Whether it is time to ask again. @param nothingSince since when the link has shown nothing; null while it shows something */
export function isTimeToAsk(now: number, askedAt: number, nothingSince: number | null): boolean {
  const seldom = nothingSince !== null && now - nothingSince >= HOPEFUL_MS
  // Timers of a browser are early by some milliseconds.
  return now - askedAt >= (seldom ? ASK_SELDOM_MS : ASK_EVERY_MS) - 500
}

export const esperaSenal = 'Esperando su primera ubicación'

/** Whether nothing new has come for so long that the viewer must know. */
export function isSilent({ fix }: { fix: Fix | null }, now: number): boolean {
  return fix !== null && now - fix.at >= CALLADA_MS
}

export const ageOf = (fix: Fix, now: number) => describeAge(now - fix.at)

type Answer = {
  terminado: boolean
  termino_hace_s?: number
  termina_en_s?: number
  latitud?: number | null
  longitud?: number | null
  precision_m?: number | null
  hace_s?: number | null
  numero_emergencia?: string | null
  numero_pais?: string | null
}

/** The service speaks in ages, so that a clock that is wrong on either side changes nothing. */
export function readVista(answer: unknown, now: number): Vista {
  if (!answer) return null
  const { terminado, termino_hace_s = 0, termina_en_s = 0, ...place } = answer as Answer
  if (terminado) return { terminado: true, terminoEn: now - termino_hace_s * 1_000 }
  const { latitud, longitud, precision_m, hace_s, numero_emergencia, numero_pais } = place
  const at = now - (hace_s ?? 0) * 1_000
  const coords = {
    latitude: latitud ?? Number.NaN,
    longitude: longitud ?? Number.NaN,
    accuracy: precision_m || Number.NaN,
  }
  const fix = readFix({ coords, timestamp: at } as GeolocationPosition, now, Number.POSITIVE_INFINITY)
  return {
    terminado: false,
    terminaEn: now + termina_en_s * 1_000,
    fix,
    emergencia: emergenciaFrom(numero_emergencia || null, numero_pais || null),
  }
}

async function fetchVista(codigo: string): Promise<Vista> {
  return readVista(await ask((db) => db.rpc('ver_camino', { codigo })), Date.now())
}

/**
 * Asks again and again while the page is seen, until it has ended; also where the link shows nothing (yet).
 *
 * @returns the sharing, undefined before the first answer, and whether the last request failed
 */
export function useVista(codigo: string): { vista: Vista | undefined; fallo: boolean } {
  const [vista, setVista] = useState<Vista>()
  const [fallo, setFallo] = useState(false)

  useEffect(() => {
    let over = false
    let askedAt = Number.NEGATIVE_INFINITY
    let nothingSince: number | null = null
    const ask = async () => {
      if (over || document.visibilityState !== 'visible') return
      askedAt = Date.now()
      try {
        const next = await fetchVista(codigo)
        if (over) return
        nothingSince = next === null ? (nothingSince ?? Date.now()) : null
        setVista(next)
        setFallo(false)
        if (next?.terminado) stop()
      } catch {
        if (!over) setFallo(true)
      }
    }
    const again = () => void ask()
    const timer = setInterval(() => {
      if (isTimeToAsk(Date.now(), askedAt, nothingSince)) again()
    }, ASK_EVERY_MS)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    const stop = () => {
      over = true
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
    again()
    return stop
  }, [codigo])

  // What is past its hour is not shown, even when the service cannot be asked.
  if (vista && !vista.terminado && Date.now() >= vista.terminaEn) {
    return { vista: { terminado: true, terminoEn: vista.terminaEn }, fallo }
  }
  return { vista, fallo }
}
