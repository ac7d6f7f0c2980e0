import { ask } from '../api/ask.ts'
import { openClient } from '../api/clientLoader.ts'
import { callAsNobody } from '../api/plainRequest.ts'
import { hasSpace, onDevice } from '../device/storage.ts'
import { type Cerrojo, readCerrojo } from '../offline/deviceKey.ts'
import {
  keepSession,
  keptSession,
  lockStore,
  openStore,
  readHuella,
  releaseStore,
  renameCerrojo,
  settleLock,
} from '../offline/deviceLock.ts'
import { sealKeys } from '../offline/plainKeys.ts'
import { sealBytes, unsealBytes } from '../offline/seal.ts'
import { uuid } from '../random.ts'
import { importAparte, isAparte, openAparte, resealAparte, sealAparte } from './aparte.ts'
import type { Claves } from './claves.ts'
import { dropFicha, putFicha, rememberFicha } from './ficha.ts'
import { SESSION_KEY } from './keys.ts'
import { type Cierre, isLocked, openHere, readCierre, storedSession, writeCierre } from './sessionStorage.ts'

/*
 * The PIN that opens the app. With one, neither her session nor a key of what the device keeps lies in the open: both take the PIN, a secret of this
 * device and a share of the service, which counts the wrong tries (docs/vault.md, "The PIN"). What the first paint has to know is stored in the
 * open: that there is one, whose, and how many wrong tries there were. The PIN itself is nowhere.
 */

export const MINUTOS = [0, 1, 5, 15] as const
export const LONGITUD = { min: 6, max: 64 } as const
/** Wrong tries that make it wait. */
export const INTENTOS = 5
/** Of a day, whichever right ones were between: from then on each fifth waits an hour. */
const FALLOS = 20
const DAY_MS = 24 * 60 * 60_000

const MINUTE_MS = 60_000

/**
 * How long an open app waits after so many wrong tries: nothing but at every fifth, then 1, 5, 15 minutes and an hour, as
 * `interno.espera_de_pin` has it for a locked one.
 *
 * @param intentos wrong tries since the last right one
 * @returns milliseconds
 */
export function waitAfter(intentos: number): number {
  if (intentos === 0 || intentos % INTENTOS !== 0) return 0
  const minutes = [1, 5, 15][intentos / INTENTOS - 1] ?? 60
  return minutes * MINUTE_MS
}

/** Whether it is easily guessed: one repeated sign, or digits in a row. */
export function isEasy(pin: string): boolean {
  if (new Set(pin).size === 1) return true
  const steps = new Set([...pin].slice(1).map((digit, place) => Number(digit) - Number(pin[place])))
  return steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1
}

/** The keyboard that its field offers. A second PIN has none where hers has none: the field would tell of it. */
export const hasLetters = (pin: string): boolean => /\D/.test(pin.trim())

/** Whether two are one PIN, however they are typed. */
export const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** What keeps a PIN from being set, in words for its field; null where nothing does. */
export function rechazo(pin: string): string | null {
  const { length } = pin.trim()
  if (length < LONGITUD.min || length > LONGITUD.max)
    return 'Escribe seis números o más, o una palabra de seis letras o más.'
  return isEasy(pin.trim()) ? 'Ese es el primero que alguien probaría. Elige otro.' : null
}

function change(part: Partial<Cierre>): void {
  const cierre = readCierre()
  if (cierre) writeCierre({ ...cierre, ...part, ...(part.espera && { visto: Date.now() }) })
}

/** Whether this browser can keep a PIN at all. */
export function hasPin(): boolean {
  return Boolean(globalThis.crypto?.subtle) && 'indexedDB' in globalThis && 'WebAssembly' in globalThis
}

const loadClaves = () => import('./claves.ts')

/** Fetches what reads a PIN, while she types it. */
export const prepareForPin = (): void => void loadClaves().catch(() => {})

const sessionKeeper = (owner: string) => ({
  keep: (session: string) => keepSession(owner, session),
  reread: () => keptSession(owner),
})

/** Of the two keys that a lock wraps. */
const PROPIA = 1
const APARTE = 2

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const marked = (kind: number, raw: Uint8Array) => Uint8Array.from([kind, ...raw])

/**
 * Sets the PIN of this account on this device, in place of any before it.
 *
 * @param segundo the PIN that opens an app without anything of hers; where there is none, one that nobody knows takes its place
 * @throws ServiceError where the service cannot be reached; DOMException or Error when the device does not keep it. Then everything is as it was
 */
export async function setPin(
  owner: string,
  pin: string,
  minutos: number,
  segundo: string | null = null,
): Promise<void> {
  await sealKeys(owner)
  const before = await readCerrojo()
  const restoreFicha = rememberFicha()
  const { clavesOf } = await loadClaves()
  const own = {
    id: uuid(),
    owner,
    servicio: uuid(),
    letras: hasLetters(pin),
    salt: random(16),
    secreto: random(32),
  }
  const claves = await clavesOf(pin, own)
  const otras = await clavesOf(segundo ?? random(32).join(), own)
  const lock = async () => {
    const { parte, parte_2, ficha } = await ask((db) =>
      db.rpc('poner_cerrojo', { cerrojo: own.servicio, prueba: claves.prueba, prueba_2: otras.prueba }),
    ).then((answer) => answer as { parte: string; parte_2: string; ficha: string })
    const llave = await claves.llave(parte)
    const rawAparte = random(32)
    const llaveAparte = await sealBytes(await otras.llave(parte_2), marked(APARTE, rawAparte))
    const aparte = await sealAparte(await importAparte(rawAparte), [])
    const [changes] = random(1)
    const session = JSON.stringify(storedSession())
    // The first paint has to know of it, and the alarm of its token: a device that keeps neither has no PIN.
    if (!storedSession() || !hasSpace() || !putFicha(owner, ficha))
      throw new Error('the device did not keep the PIN')
    return lockStore({ owner, session }, async (raw, key) => {
      const propia = await sealBytes(llave, marked(PROPIA, raw))
      return {
        ...own,
        llaves: changes! % 2 ? [propia, llaveAparte] : [llaveAparte, propia],
        huella: await sealBytes(key, Uint8Array.from([...claves.huella, ...otras.huella, ...rawAparte])),
        aparte,
      }
    })
  }
  const hold = await lock().catch(async (failure) => {
    // Where another page set one meanwhile, that device calls for help by whichever token was kept last: then both locks stay.
    const now = await readCerrojo().catch(() => own)
    if (now?.id === before?.id) {
      restoreFicha()
      void dropCerrojo(own.servicio)
    }
    throw failure
  })
  hold()
  openHere(own.id, JSON.stringify(storedSession()), sessionKeeper(owner))
  const portada = readCierre()?.portada
  writeCierre({ id: own.id, owner, minutos, intentos: 0, espera: 0, letras: own.letras, portada })
  onDevice.removeItem(SESSION_KEY)
  // What lay in the open until now is worth nothing any more, also in what the browser has not yet overwritten.
  void openClient().then(
    (client) => client.auth.refreshSession(),
    () => {},
  )
  if (before) void dropCerrojo(before.servicio)
}

/** Takes the PIN away: this device opens without one. @throws DOMException when the device does not keep what it opens with then */
export async function removePin(): Promise<void> {
  const lock = await readCerrojo()
  const session = storedSession()
  await releaseStore()
  openWithoutPin(session && JSON.stringify(session))
  if (lock) void dropCerrojo(lock.servicio)
}

function openWithoutPin(session: string | null): void {
  if (session) onDevice.setItem(SESSION_KEY, session)
  dropFicha()
  writeCierre(null)
}

/** A page that begins behind the PIN ends what an earlier one left half done (`settleLock`). */
export async function settlePin(): Promise<void> {
  const session = await settleLock()
  if (session !== null) openWithoutPin(session)
}

/** One that stays behind opens nothing, and goes after a year. */
const dropCerrojo = (cerrojo: string) =>
  ask((db) => db.rpc('quitar_cerrojo', { cerrojo }), { within: 'brief' }).catch(() => {})

/** Changes after how long away it is asked for again. */
export function setMinutos(minutos: number): void {
  change({ minutos })
}

/** Whether a locked page shows the card of the day in place of the PIN. */
export function setPortada(shown: boolean): void {
  change({ portada: shown ? 'tarot' : undefined })
}

export type Respuesta = 'correcto' | 'segundo' | 'incorrecto' | 'espera' | 'ilegible' | 'sin red'

/** A try, and what the service knows that PIN by: it tells the second one from the first. */
export type Intento = { respuesta: Respuesta; prueba?: string }

export const tryPin = async (pin: string): Promise<Respuesta> => (await intentar(pin)).respuesta

/**
 * Tries a PIN: on a locked device by the service, which then gives its share of the key; on one that is open, before what somebody with her phone must
 * not do in her name, by this device alone. There the try counts before it is looked at, so that ending the app in between gives none for free.
 *
 * @returns 'segundo' for the PIN that opens an app without anything of hers; 'espera' while it waits; 'ilegible' where the device or the service has lost what to compare with
 */
export async function intentar(pin: string): Promise<Intento> {
  const cierre = readCierre()
  const cerrojo = cierre && (await readCerrojo())
  if (cerrojo?.id !== cierre?.id || !cerrojo) return { respuesta: 'ilegible' }
  // There the service says how long it waits.
  if (isLocked()) return openLocked(cerrojo, pin)
  if (cierre.espera > 0) return { respuesta: 'espera' }
  const huella = await readHuella(cerrojo)
  const intentos = cierre.intentos + 1
  const { desde = 0, fallos: before = 0 } = cierre
  const isSameDay = Date.now() - desde < DAY_MS
  const fallos = isSameDay ? before + 1 : 1
  change({
    intentos,
    espera: Math.max(waitAfter(intentos), fallos < FALLOS ? 0 : waitAfter(fallos)),
    fallos,
    desde: isSameDay ? desde : Date.now(),
  })
  const { clavesOf } = await loadClaves()
  const { huella: tried, prueba } = await clavesOf(pin, cerrojo)
  const isAt = (start: number) => tried.every((byte, place) => byte === huella[start + place])
  const [propio, segundo] = [isAt(0), isAt(tried.length)]
  if (!propio && !segundo) return { respuesta: 'incorrecto' }
  // With either of them, else the count would tell which one it was. That of the day goes on: who knows the second one has no free tries for hers.
  change({ intentos: 0, espera: 0, fallos: before, desde })
  if (propio) return { respuesta: 'correcto', prueba }
  openAparte(cerrojo.id, tried, await importAparte(huella.slice(2 * tried.length)))
  return { respuesta: 'segundo', prueba }
}

const SAYS = [() => true, () => false] as const

type Abierto = { parte?: string; siguiente?: string; intentos?: number; espera_s?: number } | null

async function openLocked(cerrojo: Cerrojo, pin: string): Promise<Intento> {
  const { id, owner, servicio } = cerrojo
  let answer: Abierto
  let claves: Claves
  try {
    const { clavesOf } = await loadClaves()
    claves = await clavesOf(pin, cerrojo)
    // The page that it opened asks for it again, as one of hers does, without the service.
    if (isAparte(id, claves.huella)) return { respuesta: 'segundo', prueba: claves.prueba }
    answer = (await callAsNobody('abrir_cerrojo', { cerrojo: servicio, prueba: claves.prueba })) as Abierto
  } catch {
    // Neither the code that reads a PIN nor the service came.
    return { respuesta: 'sin red' }
  }
  // Another page has changed the PIN meanwhile.
  if (readCierre()?.id !== id) return { respuesta: 'incorrecto' }
  if (!answer) return { respuesta: 'ilegible' }
  if (!answer.parte) {
    change({ intentos: answer.intentos ?? 0, espera: (answer.espera_s ?? 0) * 1_000 })
    return { respuesta: 'incorrecto' }
  }
  const llave = await claves.llave(answer.parte)
  // All of it, whichever it is: it takes as long.
  const found = await Promise.all(cerrojo.llaves.map((one) => unsealBytes(llave, one).catch(() => null)))
  const [kind, ...bytes] = found.find((one) => one !== null) ?? []
  if (!kind) return { respuesta: 'ilegible' }
  if (answer.siguiente) await renameCerrojo(id, answer.siguiente).catch(() => {})
  const raw = Uint8Array.from(bytes)
  const { session, hold } = await openStore(cerrojo, raw)
  // Her own key knows that of the second PIN.
  const both = await unsealBytes(await importAparte(raw), cerrojo.huella).catch(() => null)
  const aparte = await importAparte(both ? both.slice(-raw.length) : raw)
  await resealAparte(id, aparte).catch(() => {})
  change({ intentos: 0, espera: 0 })
  if (kind === APARTE) {
    openAparte(id, claves.huella, aparte)
    return { respuesta: 'segundo', prueba: claves.prueba }
  }
  hold()
  onDevice.removeItem(SESSION_KEY)
  // Where her session has ended she signs in again, and the PIN, which let her through, goes with it.
  const released = session === null && (await releaseStore().then(...SAYS))
  if (released) openWithoutPin(null)
  else openHere(id, session, sessionKeeper(owner))
  return { respuesta: 'correcto', prueba: claves.prueba }
}

const TICK_MS = 1_000

/**
 * Lets the waiting time pass. On an app that is open, which decides by itself, only while its screen is there and by a clock that nobody can set. On a
 * locked page the service decides: what is shown there goes by the device's clock, and a phone that slept shows no time that has passed.
 *
 * @returns stops it
 */
export function letThrough(): () => void {
  const clock = () => (isLocked() ? Date.now() : performance.now())
  const { intentos: first, espera = 0, visto = 0 } = readCierre() ?? {}
  let last = clock()
  let intentos = first
  let mine = isLocked() ? espera - Math.max(0, last - visto) : espera
  const timer = setInterval(() => {
    const now = clock()
    const cierre = readCierre()
    // A try in another tab began a new wait.
    if (cierre && cierre.intentos !== intentos) {
      intentos = cierre.intentos
      mine = cierre.espera
    } else mine = Math.max(0, mine - Math.max(0, now - last))
    last = now
    // With two tabs open each counts for itself; the time does not pass twice.
    if (cierre && mine < cierre.espera) change({ espera: mine })
  }, TICK_MS)
  return () => clearInterval(timer)
}
