import { ask } from '../../../lib/api/ask.ts'
import { within } from '../../../lib/api/deadline.ts'
import {
  LOCATION_DEADLINE_MS,
  type LocationPermission,
  locate,
  observeLocationPermission,
  type Whereabouts,
} from '../../../lib/device/geolocation.ts'
import { composeMensaje, describeFix } from '../../../lib/outside/mensaje.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { splitContactos } from '../panico/alerta.ts'

/** What a drill found out; nothing of it is stored. */
export type SimulacroResult = {
  whereabouts: Whereabouts
  /** As the browser says it after the search; `unknown` where it does not. */
  permiso: LocationPermission
  principal: Contacto | null
  /** Whether the service answered. */
  red: boolean
  /** The message as it would be, marked so that nobody takes it for one. */
  mensaje: string
}

const MARCA = 'SIMULACRO: solo estoy probando, estoy bien.'

/** The message of a drill. Its beginning alone says that it is no alert. */
export function composeSimulacro(
  whereabouts: Whereabouts,
  now: number,
  nombre: string | null = null,
): string {
  return `${MARCA}\nAsí se vería:\n${composeMensaje(whereabouts, now, nombre)}\n(${MARCA})`
}

/** Runs the steps of an alert in the same order and with the same deadline; records nothing. */
export async function runSimulacro(
  contactos: readonly Contacto[],
  nombre: string | null,
): Promise<SimulacroResult> {
  const [whereabouts, red] = await Promise.all([locate(), isServiceReachable()])
  return {
    whereabouts,
    permiso: await permissionNow(),
    principal: splitContactos(contactos).principal,
    red,
    mensaje: composeSimulacro(whereabouts, Date.now(), nombre),
  }
}

type Finding = { bien: boolean; texto: string; pasos?: true }

const NO_MAP = 'la alerta saldría sin mapa.'

/**
 * What the search for her place proves of the permission and of the place: no more than that. A question of the browser that she has
 * not answered is no permission, and where none was given nothing was looked for.
 */
export function judgeLugar(
  { whereabouts: { fix, failure }, permiso }: Pick<SimulacroResult, 'whereabouts' | 'permiso'>,
  now: number,
): { permiso: Finding; lugar: Finding } {
  if (fix && !failure) {
    return {
      permiso: { bien: true, texto: 'Permitido.' },
      lugar: { bien: true, texto: `Encontrada ${describeFix(fix, now)}.` },
    }
  }
  const without = (texto: string, pasos?: true) => ({
    permiso: { bien: false, texto, ...(pasos && { pasos }) },
    lugar: { bien: false, texto: `No la buscamos: ${NO_MAP}` },
  })
  if (failure === 'unsupported') return without('Este navegador no da tu ubicación. Prueba con otro.')
  if (failure === 'denied' || permiso === 'denied') return without('Está bloqueado. Para permitirlo:', true)
  if (permiso === 'prompt')
    return without('Tu navegador lo preguntó y no hubo respuesta. Prueba otra vez y elige Permitir.')
  const lugar =
    failure === 'timeout'
      ? `No la encontramos en cuatro segundos. Acércate a una ventana o sal al aire libre; ${NO_MAP}`
      : `Tu dispositivo no la encontró. Revisa que su ubicación esté encendida; ${NO_MAP}`
  return {
    permiso:
      permiso === 'granted'
        ? { bien: true, texto: 'Permitido.' }
        : {
            bien: false,
            texto: 'Este navegador no dice si está permitido. Si no aparece una pregunta:',
            pasos: true,
          },
    lugar: { bien: false, texto: lugar },
  }
}

/** Asks the person nothing. */
function permissionNow(): Promise<LocationPermission> {
  const asked = new Promise<LocationPermission>((resolve) => {
    const stop = observeLocationPermission((state) => {
      resolve(state)
      setTimeout(() => stop())
    })
  })
  return within(PERMISSION_MS, () => asked).catch(() => 'unknown' as const)
}

const PERMISSION_MS = 1_000

async function isServiceReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  // Its database, as a press asks it: another web server may serve this page and answer every path with the app.
  return ask((db) => db.from('numeros_emergencia').select('pais').limit(1), {
    within: LOCATION_DEADLINE_MS,
  }).then(
    () => true,
    () => false,
  )
}
