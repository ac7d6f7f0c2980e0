import { within } from '../../../data/deadline.ts'
import { LOCATION_DEADLINE_MS, locate, type Whereabouts } from '../../../lib/device/geolocation.ts'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { splitContactos } from '../panico/alerta.ts'

/** What a drill found out; nothing of it is kept anywhere. */
export type SimulacroResult = {
  whereabouts: Whereabouts
  principal: Contacto | null
  /** Whether the service answered. */
  red: boolean
  /** The message as it would be, marked so that nobody takes it for one. */
  mensaje: string
}

const MARCA = 'SIMULACRO: solo estoy probando, estoy bien.'

/** The message of a drill. Whoever reads only its beginning knows that it is none. */
export function composeSimulacro(whereabouts: Whereabouts, now: number): string {
  return `${MARCA}\nAsí se vería:\n${composeMensaje(whereabouts, now)}\n(${MARCA})`
}

/** Walks through the steps of an alert, in the same order and with the same deadline; records nothing. */
export async function runSimulacro(contactos: readonly Contacto[]): Promise<SimulacroResult> {
  const [whereabouts, red] = await Promise.all([locate(), isServiceReachable()])
  return {
    whereabouts,
    principal: splitContactos(contactos).principal,
    red,
    mensaje: composeSimulacro(whereabouts, Date.now()),
  }
}

async function isServiceReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return within(LOCATION_DEADLINE_MS, (signal) => fetch('/healthz', { cache: 'no-store', signal })).then(
    ({ ok }) => ok,
    () => false,
  )
}
