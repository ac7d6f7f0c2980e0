import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The page's toasts (docs/product.md#agenda). */

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

export function savedHere(): void {
  toast({
    title: 'Guardado en este dispositivo',
    description: 'No hay conexión. Se enviará en cuanto vuelva; mientras tanto, solo está aquí.',
  })
}

/** @param undo brings back what she had typed */
export function discarded(undo: () => void): void {
  toast({ title: 'Borrador descartado', action: { label: 'Deshacer', onClick: undo } })
}

export function eventoDeleted(): void {
  toast({ title: 'Evento eliminado' })
}

/** @param undo keeps it */
export function deletedHere(undo: () => void): void {
  toast({
    title: 'Se borrará en cuanto haya conexión',
    description: 'En este dispositivo ya no se ve.',
    action: { label: 'Deshacer', onClick: undo },
  })
}

export function changedElsewhere(): void {
  toast({
    title: 'No se borró',
    description: 'Ese evento cambió en otra pestaña o dispositivo. Mira cómo quedó y decide.',
    variant: 'destructive',
  })
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

export function nothingToTake(): void {
  toast({ title: 'Tu agenda está en blanco', description: 'Cuando anotes algo, podrás llevártelo aquí.' })
}

export function fileRead(count: number): void {
  toast({ title: count === 1 ? 'Evento agregado' : `${count} eventos agregados` })
}

/** The code that reads and writes files could not be had. */
export function fileFailed(): void {
  toast({
    title: 'No se pudo abrir',
    description: 'Necesitamos conexión para leer y hacer archivos por primera vez. Inténtalo más tarde.',
    variant: 'destructive',
  })
}
