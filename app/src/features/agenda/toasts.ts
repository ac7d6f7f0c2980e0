import { messageOf } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The room's toasts (docs/product.md#agenda). */

export function missingDatos(): void {
  toast({
    title: 'Faltan datos',
    description: 'El título y la fecha son obligatorios.',
    variant: 'destructive',
  })
}

export function loadFailed(): void {
  toast({ title: 'Error', description: 'No se pudieron cargar los eventos.', variant: 'destructive' })
}

/** Saving and deleting show the service's own words. */
export function error(failure: unknown): void {
  toast({ title: 'Error', description: messageOf(failure), variant: 'destructive' })
}

export function eventoSaved(nuevo: boolean): void {
  toast({ title: nuevo ? 'Evento agregado' : 'Evento actualizado' })
}

export function eventoDeleted(): void {
  toast({ title: 'Evento eliminado' })
}

/** While the app is open; as neutral as the notification outside of it. */
export function recordatorio(open: () => void): void {
  toast({ title: 'Tienes un recordatorio', action: { label: 'Ver', onClick: open }, duration: 15_000 })
}

export function turnOnFailed(): void {
  toast({
    title: 'No pudimos encender los avisos',
    description: 'El servicio de avisos de tu navegador no respondió. Inténtalo más tarde.',
    variant: 'destructive',
  })
}
