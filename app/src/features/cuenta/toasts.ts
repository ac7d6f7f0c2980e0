import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** Something that had to be filled in was not (docs/product.md#registration). */
export function showIncomplete(): void {
  toast({
    title: 'Campos incompletos',
    description: 'Por favor, completa todos los campos.',
    variant: 'destructive',
  })
}

/** The community is for women; the text stays for seven seconds (docs/product.md#registration). */
export function showRestrictedAccess(): void {
  toast({
    title: 'Acceso Restringido',
    description: 'Esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.',
    variant: 'destructive',
    duration: 7000,
  })
}

/** She could not be registered, and why: what the service failed with, or a text of ours. */
export function showRegistroFailed(why: unknown): void {
  toast({
    title: 'Error en el registro',
    description: typeof why === 'string' ? why : messageOf(why),
    variant: 'destructive',
  })
}
