import type { ReactNode } from 'react'
import { createStore } from '../store.ts'
import { justFailed, offerFor } from './codigo.ts'

export type ToastAction = {
  label: string
  onClick: () => void
}

export type ToastMessage = {
  title: string
  description?: ReactNode
  action?: ToastAction
  /** 'destructive' for what failed or was refused. */
  variant?: 'default' | 'destructive'
  /** Milliseconds on screen; 5000 when not given. */
  duration?: number
  /** Says why things fail from now on: what fails right after it is its consequence, and does not cover it. */
  explains?: boolean
  /** What leaving itself ended with: shown although other failures are silenced meanwhile. */
  ofLeaving?: boolean
  /** It tells nothing of her: shown on the locked screen too, which anyone with the phone in hand reads. */
  ofLock?: boolean
}

export type Toast = ToastMessage & {
  id: number
  /** Of what failed: leads to the line of the service's log (docs/operations.md#a-code-that-somebody-reads-out). */
  codigo?: string
}

export const TOAST_DURATION = 5000
/** Milliseconds for what offers to write about it: there is something to press. */
const OFFER_DURATION = 10_000
/** Milliseconds for which a message that explains failures stands before them. */
export const EXPLAINS_DURATION = 3000

/** Where a screen has its own place for toasts, in the flow of the page: there they cover nothing. */
export const toastPlace = createStore<HTMLElement | null>(null)

const store = createStore<Toast | null>(null)
let explainsUntil = 0
let lastId = 0
let isSilenced = () => false
/** The last one that was said while none may be seen; undefined: they may. */
let held: Toast | null | undefined
let isLocked = false

/** Failures are not shown while `silenced` says so. */
export function silenceFailures(silenced: () => boolean): void {
  isSilenced = silenced
}

/** While the app is locked its screens stay mounted, and anyone with the phone in hand would read what they say. */
export function lockToasts(locked: boolean): void {
  isLocked = locked
  if (locked && !store.get()?.ofLock) store.set(null)
}

/**
 * While something stands on the screen that must not look like this app, no toast does: the last one waits.
 *
 * @returns shows them again
 */
export function holdToasts(): () => void {
  const waiting = store.get()
  store.set(null)
  held = waiting
  return () => {
    if (held === undefined) return
    const last = held
    held = undefined
    store.set(last)
  }
}

/**
 * Shows a message; whatever was showing leaves, since at most one is shown at a time (docs/product.md#words-and-numbers).
 * Only a failure that the one showing has just explained is not shown.
 *
 * @returns how to take it away before its time
 */
export function toast(message: ToastMessage): { dismiss: () => void } {
  const codigo = message.variant === 'destructive' ? justFailed() : undefined
  const offer = message.action ? undefined : offerFor(codigo)
  const shown = {
    ...(offer && { action: offer, duration: OFFER_DURATION }),
    ...message,
    id: ++lastId,
    ...(codigo && { codigo }),
  }
  const explained =
    message.variant === 'destructive' &&
    ((isSilenced() && !message.ofLeaving) || (store.get()?.explains && Date.now() < explainsUntil))
  if (message.explains) explainsUntil = Date.now() + EXPLAINS_DURATION
  if (!explained && (!isLocked || message.ofLock)) {
    if (held === undefined) store.set(shown)
    else held = shown
  }
  return { dismiss: () => dismissToast(shown.id) }
}

/** Takes the toast with this id away, if it is still the one showing. */
export function dismissToast(id: number): void {
  if (held?.id === id) held = null
  if (store.get()?.id === id) store.set(null)
}

/** For the one component that draws toasts (`components/feedback/Toaster.tsx`), with `useSyncExternalStore`. */
export const toastStore = {
  get: store.get,
  subscribe: store.subscribe,
}
