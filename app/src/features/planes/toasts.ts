import { toServiceError } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { SIN_CONFIGURAR } from './pagos.ts'

/* The pages' toasts (docs/product.md#plans). */

export function signInFirst(): void {
  toast({ title: 'Debes iniciar sesión', variant: 'destructive' })
}

/** @param failure why the provider's page could not be opened */
export function openFailed(failure: unknown): void {
  const { code, message } = toServiceError(failure)
  if (code === SIN_CONFIGURAR) {
    toast({
      title: 'Configuración de Stripe pendiente',
      description: 'Por ahora no se puede pagar. No se hizo ningún cargo.',
    })
    return
  }
  toast({ title: 'No se pudo continuar', description: message, variant: 'destructive' })
}

/**
 * Why it is, that she must not pay twice, and the way to write to the team stand on the screen.
 *
 * @param soporte an address besides; empty where there is none
 */
export function updateFailed(soporte: string): void {
  toast({
    title: 'Error de actualización',
    description: soporte ? `Contacta a soporte en ${soporte}.` : 'Contacta a soporte.',
    variant: 'destructive',
  })
}
