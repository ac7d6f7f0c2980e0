import { useSyncExternalStore } from 'react'
import { onDevice } from '../device/storage.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { createStorageSignal } from '../store.ts'

/*
 * The PIN that opens the app. What the first paint has to know at once is stored in the open: that there
 * is one, whose, and how many wrong tries there were. The PIN itself is nowhere, only its slow salted hash, sealed.
 */

export type Cierre = {
  owner: string
  /** Coming back after this long asks for it again. */
  minutos: number
  /** Wrong tries since the last right one. */
  intentos: number
  /** Milliseconds that still have to pass, with the app open, before the next try. */
  espera: number
}

type Huella = { salt: number[]; hash: number[]; rounds: number }

export const MINUTOS = [0, 1, 5, 15] as const
export const LONGITUD = { min: 4, max: 8 } as const
/** Wrong tries that lock it. */
export const INTENTOS = 5

const KEY = 'cierre'
const COPY = 'pin'
/** OWASP's number for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). */
const ROUNDS = 600_000
const MINUTE_MS = 60_000

/**
 * How long the app stays closed after so many wrong tries: nothing but at every fifth, then 1, 5, 15 minutes and an hour.
 *
 * @param intentos wrong tries since the last right one
 * @returns milliseconds
 */
export function waitAfter(intentos: number): number {
  if (intentos === 0 || intentos % INTENTOS !== 0) return 0
  const minutes = [1, 5, 15][intentos / INTENTOS - 1] ?? 60
  return minutes * MINUTE_MS
}

/** Whether it is easily guessed: one repeated digit, or digits in a row. */
export function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, place) => Number(digit) - Number(pin[place])))
  return steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1
}

/** What keeps a PIN from being set, in words for its field; null where nothing does. */
export function rechazo(pin: string): string | null {
  if (!/^\d*$/.test(pin)) return 'Usa solo números.'
  if (pin.length < LONGITUD.min || pin.length > LONGITUD.max) {
    return `Escribe de ${LONGITUD.min} a ${LONGITUD.max} números.`
  }
  return isEasy(pin) ? 'Ese es el primero que alguien probaría. Elige otro.' : null
}

/** The slow salted hash of a PIN (PBKDF2 with SHA-256, 256 bits). */
export async function huellaOf(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds = ROUNDS,
): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return new Uint8Array(await crypto.subtle.deriveBits(params, material, 256))
}

const changes = createStorageSignal()
let known: { text: string | null; cierre: Cierre | null } = { text: null, cierre: null }

function read(): Cierre | null {
  const text = onDevice.getItem(KEY)
  try {
    // The same object as long as nothing changed: React compares by identity.
    if (text !== known.text) known = { text, cierre: JSON.parse(text ?? 'null') as Cierre | null }
  } catch {
    known = { text, cierre: null }
  }
  return known.cierre
}

function write(cierre: Cierre | null): void {
  if (cierre) onDevice.setItem(KEY, JSON.stringify(cierre))
  else onDevice.removeItem(KEY)
  changes.emit()
}

function change(part: Partial<Cierre>): void {
  const cierre = read()
  if (cierre) write({ ...cierre, ...part })
}

/** The PIN of this account on this device, as far as it is known; null where there is none. */
export function useCierre(owner: string | null): Cierre | null {
  const cierre = useSyncExternalStore(changes.subscribe, read, () => null)
  return cierre?.owner === owner ? cierre : null
}

/** Whether this browser can keep a PIN at all. */
export function hasPin(): boolean {
  return Boolean(globalThis.crypto?.subtle) && 'indexedDB' in globalThis
}

/**
 * Sets the PIN of this account on this device, in place of any before it.
 *
 * @throws DOMException or Error when the device does not keep it; then everything is as it was
 */
export async function setPin(owner: string, pin: string, minutos: number): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await huellaOf(pin, salt)
  const huella: Huella = { salt: [...salt], hash: [...hash], rounds: ROUNDS }
  await keepCopy(owner, COPY, huella)
  // The lock is switched on only after the stored hash was read back.
  if (!(await readCopy<Huella>(owner, COPY))) throw new Error('the device did not keep the PIN')
  write({ owner, minutos, intentos: 0, espera: 0 })
}

/** Takes the PIN away. Its hash stays until it is replaced or she leaves; without the mark nobody asks for it. */
export function removePin(): void {
  write(null)
}

/** Changes after how long away it is asked for again. */
export function setMinutos(minutos: number): void {
  change({ minutos })
}

export type Respuesta = 'correcto' | 'incorrecto' | 'espera' | 'ilegible'

/**
 * Tries a PIN. The try counts before it is looked at, so that ending the app in between gives none for free.
 *
 * @returns 'espera' while it is locked; 'ilegible' where the device has lost what to compare with
 */
export async function tryPin(owner: string, pin: string): Promise<Respuesta> {
  const cierre = read()
  if (!cierre) return 'ilegible'
  if (cierre.espera > 0) return 'espera'
  const huella = await readCopy<Huella>(owner, COPY)
  if (!huella) return 'ilegible'
  const intentos = cierre.intentos + 1
  change({ intentos, espera: waitAfter(intentos) })
  const hash = await huellaOf(pin, new Uint8Array(huella.salt), huella.rounds)
  if (!huella.hash.every((byte, place) => byte === hash[place])) return 'incorrecto'
  change({ intentos: 0, espera: 0 })
  return 'correcto'
}

const TICK_MS = 1_000

/**
 * Lets the waiting time pass, which it does only while the app is open and by a clock that nobody can set: a phone whose
 * clock is moved, and an app that is closed and opened again, gain nothing.
 *
 * @returns stops it
 */
export function letThrough(): () => void {
  let last = performance.now()
  let intentos = read()?.intentos
  let mine = read()?.espera ?? 0
  const timer = setInterval(() => {
    const now = performance.now()
    const cierre = read()
    // A try in another tab began a new wait.
    if (cierre && cierre.intentos !== intentos) {
      intentos = cierre.intentos
      mine = cierre.espera
    } else mine = Math.max(0, mine - (now - last))
    last = now
    // With two tabs open each counts for itself; the time does not pass twice.
    if (cierre && mine < cierre.espera) change({ espera: mine })
  }, TICK_MS)
  return () => clearInterval(timer)
}
