import { toServiceError } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { SIN_CONFIGURAR } from './pagos.ts'

/* The rooms' toasts (docs/product.md#plans). */

export const ERROR = 'Error de actualización'

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

export function updateFailed(description: string): void {
  toast({ title: ERROR, description, variant: 'destructive' })
}
