import { toast } from '../../../lib/toast/toast.tsx'

export function missingDatos(): void {
  toast({
    title: '❌ Faltan datos',
    description: 'Por favor, completa el nombre y el teléfono.',
    variant: 'destructive',
  })
}

export function contactoAdded(nombre: string): void {
  toast({ title: 'Contacto agregado', description: `${nombre} ya está entre tus contactos de confianza.` })
}

export function contactoChanged(nombre: string): void {
  toast({ title: 'Cambios guardados', description: `Así queda ${nombre} entre tus contactos de confianza.` })
}

/** @param why the service's own words, where it has any */
export function restoreFailed(why = 'No se pudo recuperar el contacto. Inténtalo de nuevo.'): void {
  toast({ title: 'No se pudo deshacer', description: why, variant: 'destructive' })
}

export function addFailed(): void {
  toast({
    title: '❌ Error al agregar',
    description: 'No se pudo guardar el contacto. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}

export function contactoDeleted(nombre: string, undo: () => void): void {
  toast({
    title: 'Contacto eliminado',
    description: `${nombre} ya no está entre tus contactos de confianza.`,
    action: { label: 'Deshacer', onClick: undo },
  })
}

export function deleteFailed(): void {
  toast({
    title: '❌ Error al eliminar',
    description: 'No se pudo eliminar el contacto. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}
