import { refusalOf, ServiceError } from '../../lib/api/errors.ts'
import type { TipoArchivo } from '../../lib/cofre/archivos.ts'
import { nombreOf } from '../../lib/cofre/nombreOf.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** Of what lives in this page alone. */
export const NO_ROOM = 'No cierres la página: este teléfono no tiene espacio.'

/* The page's toasts (docs/product.md#diary). None says that something was saved before it was. */

export function incompleteDatos(): void {
  toast({
    title: 'Datos incompletos',
    description: 'Asegúrate de seleccionar una fecha y escribir algo.',
    variant: 'destructive',
  })
}

export function tooLong(): void {
  toast({
    title: 'Entrada demasiado larga',
    description: 'Cabe un libro, pero no dos: pasa una parte a otro día. Nada se ha perdido.',
    variant: 'destructive',
  })
}

export function loadFailed(): void {
  toast({ title: 'Error', description: 'No se pudieron cargar las entradas.', variant: 'destructive' })
}

export function entradaSaved(): void {
  toast({ title: 'Entrada guardada' })
}

export function savedHere(): void {
  toast({
    title: 'Guardada en este dispositivo',
    description: 'No hay conexión. Se enviará en cuanto vuelva; mientras tanto, solo está aquí.',
  })
}

/** What she wrote stays on the device, whatever the reason. */
export function saveFailed(failure: unknown): void {
  const refusal = refusalOf(failure)
  toast({
    title: 'Error al guardar',
    description: refusal
      ? `${refusal} Lo que escribiste sigue aquí.`
      : 'No se pudo guardar la entrada. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}

export function entradaDeleted(): void {
  toast({ title: 'Entrada eliminada' })
}

export function deleteFailed(): void {
  toast({
    title: 'Error al eliminar',
    description: 'No se pudo eliminar la entrada.',
    variant: 'destructive',
  })
}

/** @param undo brings back what she had typed */
export function discarded(undo: () => void): void {
  toast({ title: 'Borrador descartado', action: { label: 'Deshacer', onClick: undo } })
}

export function fileSaved(tipo: TipoArchivo): void {
  toast({ title: `${nombreOf(tipo)} guardada` })
}

export function fileHere(tipo: TipoArchivo): void {
  toast({
    title: `${nombreOf(tipo)} en este dispositivo`,
    description: 'Se enviará en cuanto haya conexión; mientras tanto, solo está aquí.',
  })
}

/** Neither the service has it nor the device. */
export function fileInPage(tipo: TipoArchivo): void {
  toast({
    title: `${nombreOf(tipo)} sin guardar todavía`,
    description: `${NO_ROOM} Se enviará en cuanto haya conexión.`,
    variant: 'destructive',
  })
}

/** What keeps something from being added, in words for her. */
export const wordsOf = (failure: unknown): string =>
  failure instanceof Error && failure.message ? failure.message : 'No se pudo. Inténtalo de nuevo.'

export function fileFailed(failure: unknown): void {
  toast({
    title: 'Error al guardar',
    description:
      failure instanceof ServiceError ? failure.message : 'No se pudo guardar. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}

export function fileDeleted(name: string): void {
  toast({ title: `${name} eliminada` })
}

export function fileDeleteFailed(): void {
  toast({ title: 'Error al eliminar', description: 'Sigue ahí. Inténtalo de nuevo.', variant: 'destructive' })
}
