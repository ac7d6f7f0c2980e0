import type { Session } from '@supabase/supabase-js'
import { forbidPrerendered } from '../device/prerendered.ts'
import { hasSpace, onDevice } from '../device/storage.ts'
import { createSignal } from '../store.ts'
import { CIERRE_KEY, SESSION_KEY } from './keys.ts'

/** The PIN of this device, as far as it stands in the open. */
export type Cierre = {
  /** Of the lock at the service. */
  id: string
  owner: string
  /** Coming back after this long asks for it again. */
  minutos: number
  /** Wrong tries since the last right one. */
  intentos: number
  /** Milliseconds that still have to pass, with the app open, before the next try. */
  espera: number
  /** When that was last said, by the device's clock. */
  visto?: number
  /** Wrong tries of a day, which no right PIN ends, and when that began. */
  fallos?: number
  desde?: number
  /** Whether letters were in it: which keyboard is offered. */
  letras: boolean
  /** What a locked page shows before the PIN, by her choice; else the PIN itself. */
  portada?: 'tarot' | undefined
}

/** Where the session lies, sealed, while there is a PIN. */
type Keeper = { keep: (session: string) => Promise<void>; reread: () => Promise<string | null> }

/** The lock that this page was opened by, and the session: in memory and, sealed, on the device. */
type Opened = Keeper & { id: string; session: string | null }

let opened: Opened | null = null
const changed = createSignal()
/** Another page of this browser has locked itself. */
const closed = createSignal()
export const onClosedElsewhere = closed.subscribe
/** Tells the other pages of this browser of a renewed session: with a PIN they do not share it by the storage. */
let otherPages: BroadcastChannel | undefined

let known: { text: string | null; cierre: Cierre | null } = { text: null, cierre: null }

/** The same object as long as nothing changed: React compares by identity. */
export function readCierre(): Cierre | null {
  const text = onDevice.getItem(CIERRE_KEY)
  try {
    if (text !== known.text) known = { text, cierre: JSON.parse(text ?? 'null') as Cierre | null }
  } catch {
    known = { text, cierre: null }
  }
  return known.cierre
}

export function writeCierre(cierre: Cierre | null): void {
  if (cierre) onDevice.setItem(CIERRE_KEY, JSON.stringify(cierre))
  else onDevice.removeItem(CIERRE_KEY)
  changed.emit()
}

/** Hears of a PIN that is set, opened, changed or taken away, in any page. @returns how to stop */
export function onCierre(listener: () => void): () => void {
  const stored = ({ key }: StorageEvent) => {
    if (key === CIERRE_KEY || key === null) listener()
  }
  const stop = changed.subscribe(listener)
  globalThis.addEventListener?.('storage', stored)
  return () => {
    stop()
    globalThis.removeEventListener?.('storage', stored)
  }
}

/** Whether a PIN keeps this page from what is hers: it has neither her session nor a key. */
export function isLocked(): boolean {
  const cierre = readCierre()
  return cierre !== null && opened?.id !== cierre.id
}

/** The PIN was right: from now on this page has the session. */
export function openHere(id: string, session: string | null, keeper: Keeper): void {
  opened = { id, session, ...keeper }
  if (!otherPages && 'BroadcastChannel' in globalThis) {
    // supabase-js has one of the session's name.
    otherPages = new BroadcastChannel(CIERRE_KEY)
    otherPages.onmessage = ({ data }: MessageEvent<{ id: string; session?: string | null }>) => {
      if (opened?.id !== data.id) return
      if (data.session !== undefined) opened.session = data.session
      else closed.emit()
    }
  }
  changed.emit()
}

/** From now on this page has it no more; what lies sealed stays. @param tell whether the other pages of this browser close too */
export function closeHere(tell: boolean): void {
  if (opened && tell) otherPages?.postMessage({ id: opened.id })
  opened = null
  changed.emit()
}

function read(): string | null {
  const cierre = readCierre()
  if (!cierre) return onDevice.getItem(SESSION_KEY)
  return opened?.id === cierre.id ? opened.session : null
}

/** @returns whether the device keeps it */
async function write(session: string | null): Promise<boolean> {
  const cierre = readCierre()
  if (!cierre) {
    if (session !== null) return onDevice.setItem(SESSION_KEY, session)
    onDevice.removeItem(SESSION_KEY)
    return true
  }
  if (opened?.id !== cierre.id) return false
  opened.session = session
  otherPages?.postMessage({ id: cierre.id, session })
  // A page that ends before would leave a token that has been used: the renewal waits for it.
  return (
    session === null ||
    opened.keep(session).then(
      () => true,
      () => false,
    )
  )
}

const END_NEAR_S = 300

/** A page that slept may not have heard that another one renewed the session, and its own token has been used then. */
async function readForClient(): Promise<string | null> {
  const session = read()
  const cierre = readCierre()
  const end = (JSON.parse(session ?? 'null') as Session | null)?.expires_at ?? 0
  if (!session || !cierre || opened?.id !== cierre.id || end - Date.now() / 1_000 > END_NEAR_S) return session
  const kept = await opened.reread().catch(() => null)
  const newer = (JSON.parse(kept ?? 'null') as Session | null)?.expires_at ?? 0
  if (newer > end && opened.session === session) opened.session = kept
  return opened.session
}

/**
 * The session on this device, read without supabase-js and without the network, even when its access token has
 * expired: a lost connection must not lock her out of her own app. Whether it still holds is the server's word.
 *
 * @returns the stored session, or null when there is none, or a PIN is asked for first
 */
export function storedSession(): Session | null {
  try {
    const session = JSON.parse(read() ?? 'null') as Session | null
    return session?.access_token && session.refresh_token && session.user ? session : null
  } catch {
    return null
  }
}

let kept = true

/** For supabase-js, which waits for each. */
export const sessionStorageAdapter = {
  getItem: (key: string): string | null | Promise<string | null> =>
    key !== SESSION_KEY ? onDevice.getItem(key) : readCierre() ? readForClient() : read(),
  removeItem(key: string): void {
    if (key !== SESSION_KEY) {
      onDevice.removeItem(key)
      return
    }
    void write(null)
    forbidPrerendered()
  },
  async setItem(key: string, value: string): Promise<void> {
    const put = async () => (key === SESSION_KEY ? write(value) : onDevice.setItem(key, value))
    kept = await put()
    if (kept) return
    // An older session would come back with the next page, and its token has been used. Its space may be enough for the new one.
    onDevice.removeItem(key)
    kept = await put()
  },
}

/** Whether the session of this page outlives it; while nobody is signed in, whether one would. */
export const isSessionStored = (): boolean => (storedSession() ? kept : hasSpace())

/** Forgets the session on this device, whatever the server says. */
export function forgetSession(): void {
  forbidPrerendered()
  void write(null)
  for (const key of onDevice.keys()) if (key.startsWith(SESSION_KEY)) onDevice.removeItem(key)
}
