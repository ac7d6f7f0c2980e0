import { createContext, useContext, useEffect, useId, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'

/** Told by a form how what was typed in it is thrown away; null while there is nothing. */
export type HoldOpen = (form: string, forget: (() => void) | null) => void

/** The dialog around a form, which is not closed by accident while there is something typed in it. */
export const AroundForm = createContext<HoldOpen | null>(null)

/** Tells the dialog around this form, if there is one, whether closing it would throw something away, and how that is done. */
export function useHoldOpen(typed: boolean, forget: () => void): void {
  const hold = useContext(AroundForm)
  const form = useId()
  useEffect(() => {
    hold?.(form, typed ? forget : null)
    return () => hold?.(form, null)
  }, [hold, form, typed, forget])
}

/** How many dialogs hold something typed. */
const holding = createStore(0)

/** A dialog holds something typed from now on. @returns that it does no more */
export function holdTyped(): () => void {
  holding.set(holding.get() + 1)
  return () => holding.set(holding.get() - 1)
}

/** Whether a dialog is open that holds something typed: whatever takes its room away would take that too. */
export const useHoldsTyped = (): boolean =>
  useSyncExternalStore(holding.subscribe, holding.get, holding.get) > 0
