import { createStore } from '../../../lib/store.ts'
import { holdToasts } from '../../../lib/toast/toast.tsx'
import { keepAwake } from '../keepAwake.ts'
import { nextNombre } from './caller.ts'
import { type Llamada, openLlamadaSegura } from './llamadaSegura.ts'
import * as toasts from './toasts.ts'

/*
 * The one safe call of this page. It outlives the page on which it was asked for, and rings wherever she is in the app.
 */

/** In how many seconds a call may come. */
export const ESPERAS_S = [0, 30, 120, 300] as const

export type Curso =
  | { fase: 'reposo' }
  /** Milliseconds of the device's clock. */
  | { fase: 'programada'; suenaEn: number }
  | { fase: 'suena' | 'contestada'; nombre: string; muda: boolean }

const store = createStore<Curso>({ fase: 'reposo' })

/** How the call stands, for `useSyncExternalStore`. */
export const curso = { get: store.get, subscribe: store.subscribe }

let llamada: Llamada | null = null
/** The browser plays nothing. */
let muda = false
let timer: ReturnType<typeof setTimeout> | undefined
let letSleep: (() => void) | undefined
let release: (() => void) | undefined

/** Ends the call, whether it rings, is heard or was to come. */
export function endLlamada(): void {
  clearTimeout(timer)
  document.removeEventListener('visibilitychange', ringIfDue)
  llamada?.hangUp()
  letSleep?.()
  llamada = null
  letSleep = undefined
  if (store.get().fase !== 'reposo') store.set({ fase: 'reposo' })
  release?.()
  release = undefined
}

function ring(): void {
  document.removeEventListener('visibilitychange', ringIfDue)
  // Nothing of this app may stand over the caller.
  release ??= holdToasts()
  store.set({ fase: 'suena', nombre: nextNombre(), muda })
  llamada?.ring()
}

/** A page that was hidden may have slept through its time. */
function ringIfDue(): void {
  const now = store.get()
  if (now.fase === 'programada' && Date.now() >= now.suenaEn) ring()
}

/**
 * Lets the phone ring, now or in a while. Call it straight from the tap, where sound may be opened and the screen kept on.
 *
 * @param seconds until it rings
 */
export function receiveLlamada(seconds: number): void {
  endLlamada()
  muda = false
  llamada = openLlamadaSegura({
    onFin: endLlamada,
    onMuda: () => {
      muda = true
      const now = store.get()
      if (now.fase === 'suena' || now.fase === 'contestada') store.set({ ...now, muda })
      toasts.audioFailed()
    },
  })
  letSleep = keepAwake()
  if (seconds === 0) {
    ring()
    return
  }
  store.set({ fase: 'programada', suenaEn: Date.now() + seconds * 1_000 })
  timer = setTimeout(ring, seconds * 1_000)
  document.addEventListener('visibilitychange', ringIfDue)
}

/** She answers. */
export function pickUp(): void {
  const now = store.get()
  if (now.fase !== 'suena') return
  llamada?.pickUp()
  store.set({ ...now, fase: 'contestada' })
}
