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
