import { createContext, useContext, useSyncExternalStore } from 'react'
import { inTab, onDevice, type SafeStorage } from '../device/storage.ts'
import { createStorageSignal } from '../store.ts'
import { isSourced } from './fuente.ts'
import { LINEAS, type Linea, type Numeros } from './numeros.ts'
import {
  COPY,
  type Eleccion,
  find,
  KEY,
  ofInstallation,
  readConfirmado,
  readElegido,
  readNumeros,
  whoseNumero,
} from './pais.ts'

export { readElegido, readNumeros } from './pais.ts'

/*
 * Whom she calls. Of an unknown country, and of this installation's: its number, as specified. A country that the clock suggests is asked
 * about, with this installation's number beside it until she says yes; then hers stands everywhere.
 */

export type Emergencia = {
  /** Whose number it is, ISO 3166. */
  codigo: string
  pais: string
  numero: string
  /** Others of the same country. */
  otros: readonly string[]
  /** Source and day of `numero`. */
  de: Numeros
  /** She has not said whether she is there: this installation's number stands beside it. */
  supuesta: boolean
  /** Lines that listen in that country. */
  lineas: readonly Linea[]
}

const signal = createStorageSignal()

function write(storage: SafeStorage, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key)
  else storage.setItem(key, value)
}

/**
 * Notes what she said of where she is, for this tab. Signed in, `lib/member/pais.ts` takes it from there to her account and to this device;
 * of somebody without an account nothing stays.
 */
export function choosePais(pais: Eleccion): void {
  write(inTab, KEY, pais)
  signal.emit()
}

/** Notes what her account says, for this device and until she leaves it. @param pais null: her account says nothing */
export function keepPais(pais: Eleccion | null, elegido: Eleccion | null = null): void {
  write(onDevice, KEY, pais)
  // What she has said since then counts more.
  if (elegido !== null && readElegido() === elegido) write(inTab, KEY, null)
  signal.emit()
}

/** Hears of every choice. @returns how to stop */
export const watchPaisElegido: (listener: () => void) => () => void = signal.subscribe

/** The country that she has said she is in; null where she has said none. */
export const readPais = (): string | null => readConfirmado() || null

/** When the copy was made, in milliseconds; 0 without one. */
export function ageOfNumeros(): number {
  try {
    return (JSON.parse(onDevice.getItem(COPY) ?? '{}') as { at?: number }).at ?? 0
  } catch {
    return 0
  }
}

/** Keeps what the service has, for every screen and for when there is no network. Public, and so of nobody. */
export function keepNumeros(numeros: readonly Numeros[], at: number): void {
  onDevice.setItem(COPY, JSON.stringify({ at, numeros }))
  signal.emit()
}

function emergenciaOf(row: Numeros, supuesta: boolean): Emergencia {
  const [numero, ...otros] = row.numeros
  return {
    codigo: row.codigo,
    pais: row.pais,
    numero: numero!,
    otros,
    de: row,
    supuesta,
    lineas: LINEAS[row.codigo] ?? [],
  }
}

/**
 * Whom to call from where she seems to be.
 *
 * @param zona her time zone; this device's where none is given
 */
export function readEmergencia(zona?: string): Emergencia {
  const { row, supuesta } = whoseNumero(zona)
  return emergenciaOf(row, supuesta)
}

/** Whom a woman calls of whom a country and its number are supposed, or known: for pages that are drawn before hers is. */
export const emergenciaIn = (codigo: string, supuesta: boolean): Emergencia =>
  emergenciaOf(find(codigo) ?? ofInstallation(), supuesta)

/**
 * The numbers of a country by its name. Where they are not known, this installation's, under its own country's name: never a number under
 * the name of a country that it does not belong to.
 */
export const numerosOf = (pais: string): Numeros =>
  readNumeros().find((row) => row.pais === pais) ?? ofInstallation()

/** This installation's, which stands beside one that is only supposed. */
export const casa = (): Emergencia => emergenciaOf(ofInstallation(), false)

/**
 * Somebody else's, as the service told it to the contact who helps her.
 *
 * @param numero what the service says is dialled where she is; null: it said none
 * @param codigo her country, null where she has said none
 */
export function emergenciaFrom(numero: string | null, codigo: string | null): Emergencia {
  const row = find(codigo) ?? ofInstallation()
  if (!numero || row.numeros[0] === numero) return emergenciaOf(row, false)
  // The service knows better than this device; of its source nothing is known here.
  return emergenciaOf({ ...row, numeros: [numero], fuente: null, fecha: null, verificado: null }, false)
}

/**
 * A number within a sentence, after «llama al» or «marca el»: «911», «123 (emergencias en Colombia)», and while she has not said that
 * she is there «123 (en Colombia) o al 911».
 *
 * @param o the word before the second number: «o al», «o el»
 */
export function sayNumero(of: Emergencia = readEmergencia(), o = 'o al'): string {
  const { numero, pais, codigo, supuesta, de } = of
  const own = ofInstallation()
  if (codigo === own.codigo) return numero
  const doubt = isSourced(de) ? '' : ', sin verificar'
  if (!supuesta) return `${numero} (emergencias en ${pais}${doubt})`
  return `${numero} (en ${pais}${doubt}) ${o} ${own.numeros[0]}`
}

let shown: { key: string; emergencia: Emergencia } | undefined

/** The same object as long as nothing changes, as `useSyncExternalStore` wants it. */
function snapshot(): Emergencia {
  const key = [readConfirmado(), onDevice.getItem(COPY)].join('|')
  if (shown?.key !== key) shown = { key, emergencia: readEmergencia() }
  return shown.emergencia
}

/** Given to pages that are drawn before anything is known of this device (`app/prerender/render.tsx`). */
export const EmergenciaGiven = createContext<Emergencia | null>(null)

/** Whom she calls, on every screen. */
export function useEmergencia(): Emergencia {
  const given = useContext(EmergenciaGiven)
  const hers = useSyncExternalStore(signal.subscribe, snapshot, () => given ?? casa())
  return given ?? hers
}

/** Emergency numbers by country, as this device has them. */
export const useNumeros = (): readonly Numeros[] => useSyncExternalStore(signal.subscribe, readNumeros)
