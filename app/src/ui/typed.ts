import { createContext, use, useEffect, useId } from 'react'

/** Told by a form whether it holds something that was typed and is kept nowhere else. */
export type HoldOpen = (form: string, typed: boolean) => void

/** The dialog around a form, which is not closed by accident while there is something typed in it. */
export const AroundForm = createContext<HoldOpen | null>(null)

/** Tells the dialog around this form, if there is one, whether closing it would throw something away. */
export function useHoldOpen(typed: boolean): void {
  const hold = use(AroundForm)
  const form = useId()
  useEffect(() => {
    hold?.(form, typed)
    return () => hold?.(form, false)
  }, [hold, form, typed])
}
