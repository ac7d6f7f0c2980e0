import { keepCopy, readCopy } from '../../data/device.ts'
import { toServiceError, unwrap } from '../../data/errors.ts'
import { type Fix, followPosition } from '../../lib/geolocation.ts'
import { keepAwake } from '../../lib/keepAwake.ts'
import { within } from '../../lib/plazo.ts'
import { supabase } from '../../data/client.ts'
import { setLocationSharing, showAcompanamiento, turnOffLocationSharing } from './acompanamiento.ts'
import * as toasts from './toasts.ts'

/** How long a walk may be shared; the database admits no other. */
export const HORAS = [1, 4, 8] as const
export type Horas = (typeof HORAS)[number]

const COPY = 'camino'
const SEND_EVERY_MS = 15_000
const TIME_LIMIT_MS = 10_000

/** A walk that is being shared. The code is the link's; the service keeps only its hash. */
type Acompanamiento = {
  codigo: string
  /** What the code is the fingerprint of; whoever holds the link does not know it. Missing in a code of the older form. */
  secreto?: string
  horas: Horas
  /** When it ends, by this device's clock: the service's own word ends it too. */
  terminaEn: number
  /** Whether the service knows of it yet. */
  iniciado: boolean
  /** She ended it while the service could not be reached: it is told as soon as it can. */
  terminando: boolean
}

let owner: string | null = null
let acompanamiento: Acompanamiento | null = null
let ultima: Fix | null = null
let enviadaEn: number | null = null
let stop: (() => void) | undefined
let sending = false

function publish(): void {
  showAcompanamiento(
    acompanamiento && !acompanamiento.terminando
      ? { codigo: acompanamiento.codigo, terminaEn: acompanamiento.terminaEn, enviadaEn }
      : null,
  )
}

function set(next: Acompanamiento | null): void {
  acompanamiento = next
  if (owner) {
    keepCopy(owner, COPY, next).catch(() => {
      // A device that keeps nothing shares for as long as this page lives; the service ends it all the same.
    })
  }
  publish()
}

type Codigo = Pick<Acompanamiento, 'codigo' | 'secreto'>

/** Made beforehand: the fingerprint takes a moment, and the link has to be in the message within the tap. */
let preparado: Codigo | null = null

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const randomCodigo = () => toBase64Url(crypto.getRandomValues(new Uint8Array(24)))

/**
 * The code is the SHA-256 of a secret that never leaves this device but for the service: only who made a link can start it.
 */
async function prepareCodigo(): Promise<void> {
  const secreto = randomCodigo()
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secreto))
  preparado = { codigo: toBase64Url(new Uint8Array(hash)), secreto }
}

/** The one made beforehand; where there is none yet, one of the older form, which the service takes once too. */
function takeCodigo(): Codigo {
  const nuevo = preparado ?? { codigo: randomCodigo() }
  preparado = null
  prepareCodigo().catch(() => {
    // A browser without it (no https): the older form.
  })
  return nuevo
}

/**
 * Begins to share; call it within the tap. The service learns of it as soon as it can be reached.
 *
 * @returns the code of the link
 */
export function startAcompanamiento(userId: string, horas: Horas): string {
  owner = userId
  const nuevo = takeCodigo()
  const { codigo } = nuevo
  enviadaEn = null
  set({ ...nuevo, horas, terminaEn: Date.now() + horas * 3_600_000, iniciado: false, terminando: false })
  setLocationSharing(true)
  run()
  return codigo
}

/** Ends it at once: from here on no place leaves this device, and the service forgets the last one when it hears. */
export function endAcompanamiento(): void {
  stop?.()
  setLocationSharing(false)
  if (!acompanamiento) return
  set({ ...acompanamiento, terminando: true })
  void send()
}

/** Over, by time or by the service's word. */
function finish(avisar = toasts.acompanamientoEnded): void {
  stop?.()
  setLocationSharing(false)
  set(null)
  avisar()
}

async function send(): Promise<void> {
  if (!acompanamiento || sending) return
  sending = true
  const { codigo, horas, secreto } = acompanamiento
  const current = () => acompanamiento?.codigo === codigo
  try {
    if (acompanamiento.terminando) {
      if (acompanamiento.iniciado)
        await call((signal) => supabase().rpc('terminar_acompanamiento', { codigo }).abortSignal(signal))
      if (current()) set(null)
      return
    }
    if (Date.now() >= acompanamiento.terminaEn) return finish()
    if (!acompanamiento.iniciado) {
      await call((signal) =>
        supabase().rpc('iniciar_acompanamiento', { codigo, horas, secreto }).abortSignal(signal),
      )
      if (!current() || !acompanamiento) return
      set({ ...acompanamiento, iniciado: true })
    }
    const fix = ultima
    if (!fix) return
    const going = await call((signal) =>
      supabase()
        .rpc('compartir_posicion', {
          codigo,
          latitud: fix.lat,
          longitud: fix.lng,
          precision_m: fix.accuracy ?? 0,
          edad_ms: Math.max(0, Date.now() - fix.at),
        })
        .abortSignal(signal),
    )
    if (!current() || acompanamiento?.terminando) return
    if (!going) return finish()
    enviadaEn = fix.at
    publish()
  } catch (failure) {
    // Asked again at the next beat; her screen says since when nothing has left.
    const { code, message } = toServiceError(failure)
    if (code === '42501' && current()) finish()
    // Spent: whoever opens this link sees an end, and never another's walk.
    if (code === 'PT409' && current()) finish(toasts.acompanamientoNotStarted)
    // Too many starts: no switch shows on for a walk that nobody can see.
    if (code === 'PT429' && current() && !acompanamiento?.iniciado)
      finish(() => toasts.acompanamientoThrottled(message))
  } finally {
    sending = false
    // She ended it, or began another, while this one was on its way.
    if (acompanamiento && (acompanamiento.terminando || acompanamiento.codigo !== codigo) && navigator.onLine)
      queueMicrotask(() => void send())
  }
}

function call<Answer extends { data: unknown; error: unknown; status?: number }>(
  work: (signal: AbortSignal) => PromiseLike<Answer>,
) {
  return within(TIME_LIMIT_MS, (signal) => unwrap(work(signal)))
}

function run(): void {
  stop?.()
  const letSleep = keepAwake()
  const unfollow = followPosition((fix) => {
    const first = ultima === null || enviadaEn === null
    ultima = fix
    if (first) void send()
  })
  const beat = setInterval(() => void send(), SEND_EVERY_MS)
  const wake = () => void send()
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  void send()
  stop = () => {
    stop = undefined
    letSleep()
    unfollow()
    clearInterval(beat)
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    ultima = null
  }
}

/**
 * Goes on with what an earlier page of hers was sharing.
 *
 * @returns ends the watch, not the sharing
 */
export function watchAcompanamiento(userId: string): () => void {
  owner = userId
  prepareCodigo().catch(() => {
    // See takeCodigo.
  })
  if (!acompanamiento) {
    void readCopy<Acompanamiento | null>(userId, COPY).then((kept) => {
      if (owner !== userId || acompanamiento) return
      // Switched on in an earlier version, or on a device that kept only the switch: nobody is following.
      if (!kept) return turnOffLocationSharing()
      acompanamiento = kept
      publish()
      if (kept.terminando) void send()
      else run()
    })
  }
  return () => {
    stop?.()
    owner = acompanamiento = null
    enviadaEn = null
    publish()
  }
}
