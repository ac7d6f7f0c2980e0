import { useEffect } from 'react'
import { type ToastMessage, toast } from './toast.tsx'

/** Texts that several screens share (docs/product.md#in-development). */
export const sharedToasts = {
  enDesarrollo: { title: '🚧 Función en desarrollo' },
  proximamente: { title: 'Próximamente' },
} satisfies Record<string, ToastMessage>

/** Says that a button leads to something that does not exist yet. */
export function showUnderConstruction(description?: string): void {
  toast({ ...sharedToasts.enDesarrollo, description })
}

/**
 * The specified toast of a load that failed, each time that it comes to fail.
 *
 * @param failed whether it has failed now
 */
export function useSayFailure(failed: boolean, description: string, title = 'Error'): void {
  useEffect(() => {
    if (failed) toast({ title, description, variant: 'destructive' })
  }, [failed, description, title])
}
