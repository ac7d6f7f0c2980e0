import { mantenerDespierta } from '../../lib/despierta.ts'
import { keepCopy, readCopy } from '../../lib/device.ts'
import { toServiceError, unwrap } from '../../lib/errors.ts'
import { type Fix, followPosition } from '../../lib/geolocation.ts'
import { within } from '../../lib/plazo.ts'
import { supabase } from '../../lib/supabase.ts'
import { activarAcompanamiento, apagarAcompanamiento, mostrarCamino } from './acompanamiento.ts'
import * as avisos from './avisos.ts'

/** How long a walk may be shared; the database admits no other. */
export const HORAS = [1, 4, 8] as const
export type Horas = (typeof HORAS)[number]

const COPY = 'camino'
const SEND_EVERY_MS = 15_000
const TIME_LIMIT_MS = 10_000

/** A walk that is being shared. The code is the link's; the service keeps only its hash. */
type Camino = {
  codigo: string
  horas: Horas
  /** When it ends, by this device's clock: the service's own word ends it too. */
  terminaEn: number
  /** Whether the service knows of it yet. */
  iniciado: boolean
  /** She ended it while the service could not be reached: it is told as soon as it can. */
  terminando: boolean
}

let owner: string | null = null
let camino: Camino | null = null
let ultima: Fix | null = null
let enviadaEn: number | null = null
let stop: (() => void) | undefined
let sending = false

function publish(): void {
  mostrarCamino(
    camino && !camino.terminando ? { codigo: camino.codigo, terminaEn: camino.terminaEn, enviadaEn } : null,
  )
}

function set(next: Camino | null): void {
  camino = next
  if (owner) {
    keepCopy(owner, COPY, next).catch(() => {
      // A device that keeps nothing shares for as long as this page lives; the service ends it all the same.
    })
  }
  publish()
}

/** The link is known before the service is asked: it has to be in the message within the tap. */
function nuevoCodigo(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/**
 * Begins to share; call it within the tap. The service learns of it as soon as it can be reached.
 *
 * @returns the code of the link
 */
export function iniciarCamino(userId: string, horas: Horas): string {
  owner = userId
  const codigo = nuevoCodigo()
  enviadaEn = null
  set({ codigo, horas, terminaEn: Date.now() + horas * 3_600_000, iniciado: false, terminando: false })
  activarAcompanamiento(true)
  run()
  return codigo
}

/** Ends it at once: from here on no place leaves this device, and the service forgets the last one when it hears. */
export function terminarCamino(): void {
  stop?.()
  activarAcompanamiento(false)
  if (!camino) return
  set({ ...camino, terminando: true })
  void send()
}

/** Over, by time or by the service's word. */
function acabar(): void {
  stop?.()
  activarAcompanamiento(false)
  set(null)
  avisos.caminoTerminado()
}

async function send(): Promise<void> {
  if (!camino || sending) return
  sending = true
  const { codigo, horas } = camino
  const current = () => camino?.codigo === codigo
  try {
    if (camino.terminando) {
      if (camino.iniciado)
        await call((signal) => supabase().rpc('terminar_acompanamiento', { codigo }).abortSignal(signal))
      if (current()) set(null)
      return
    }
    if (Date.now() >= camino.terminaEn) return acabar()
    if (!camino.iniciado) {
      await call((signal) => supabase().rpc('iniciar_acompanamiento', { codigo, horas }).abortSignal(signal))
      if (!current() || !camino) return
      set({ ...camino, iniciado: true })
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
    if (!current() || camino?.terminando) return
    if (!going) return acabar()
    enviadaEn = fix.at
    publish()
  } catch (failure) {
    // Asked again at the next beat; her screen says since when nothing has left.
    if (toServiceError(failure).code === '42501' && current()) acabar()
  } finally {
    sending = false
    // She ended it, or began another, while this one was on its way.
    if (camino && (camino.terminando || camino.codigo !== codigo) && navigator.onLine)
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
  const despertar = mantenerDespierta()
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
    despertar()
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
export function vigilarCamino(userId: string): () => void {
  owner = userId
  if (!camino) {
    void readCopy<Camino | null>(userId, COPY).then((kept) => {
      if (owner !== userId || camino) return
      // Switched on in an earlier version, or on a device that kept only the switch: nobody is following.
      if (!kept) return apagarAcompanamiento()
      camino = kept
      publish()
      if (kept.terminando) void send()
      else run()
    })
  }
  return () => {
    stop?.()
    owner = camino = null
    enviadaEn = null
    publish()
  }
}
