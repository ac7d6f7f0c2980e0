import { messageOf, refusalOf, toServiceError } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The page's toasts: those of docs/product.md#directory, and those about reports. */

export const NO_SE_CARGARON = 'No se pudieron cargar las asociaciones.'

export function loadFailed(): void {
  toast({ title: 'Error', description: NO_SE_CARGARON, variant: 'destructive' })
}

export function asociacionCreated(): void {
  toast({ title: 'Éxito', description: 'Asociación creada correctamente.' })
}

export function asociacionUpdated(): void {
  toast({ title: 'Éxito', description: 'Asociación actualizada correctamente.' })
}

/** Says why only where she can do something about it, or may not change it any more. */
export function saveFailed(failure: unknown): void {
  const { code, message } = toServiceError(failure)
  const why = code === '42501' ? message : refusalOf(failure)
  toast({
    title: 'Error',
    description: ['No se pudo guardar la asociación.', why].filter(Boolean).join(' '),
    variant: 'destructive',
  })
}

export function reporteReceived(nombre: string, undo: () => void): void {
  toast({
    title: 'Gracias por avisar',
    description: `El equipo va a revisar el número de ${nombre}.`,
    action: { label: 'Deshacer', onClick: undo },
  })
}

export function reporteRepeated(): void {
  toast({
    title: 'Ya nos habías avisado',
    description: 'Con una vez basta: el equipo va a revisar ese número.',
  })
}

export function reporteWithdrawn(): void {
  toast({ title: 'Aviso retirado', description: 'Ese número ya no está marcado como caído por ti.' })
}

/** @param failure what the service said; too many reports in a day have a text of their own */
export function reportFailed(failure: unknown): void {
  const { code, message } = toServiceError(failure)
  toast({
    title: 'No recibimos tu aviso',
    description: code === 'PT429' || code === 'network' ? message : 'Inténtalo de nuevo en un momento.',
    variant: 'destructive',
  })
}

const LLAMADAS = {
  sigue_igual: 'Desde hoy consta como verificado.',
  cambio: 'Corrige lo que cambió y guárdalo.',
  no_contesta: 'La verás al final de la lista hasta mañana.',
} as const

export function llamadaNoted(resultado: keyof typeof LLAMADAS): void {
  toast({ title: 'Llamada anotada', description: LLAMADAS[resultado] })
}

export function llamadaFailed(failure: unknown): void {
  toast({ title: 'No se pudo anotar la llamada', description: messageOf(failure), variant: 'destructive' })
}

/** @param undo takes it back; absent where that was what she did */
export function sugerenciaSettled(undo?: () => void): void {
  toast({
    title: undo ? 'Sugerencia atendida' : 'Otra vez por atender',
    ...(undo && { action: { label: 'Deshacer', onClick: undo } }),
  })
}

export function sugerenciaTaken(): void {
  toast({ title: 'Ya la atendió otra persona', description: 'La lista se puso al día.' })
}

export function notSaved(failure: unknown): void {
  toast({ title: 'No se pudo guardar', description: messageOf(failure), variant: 'destructive' })
}

export function sugerenciaSent(): void {
  toast({ title: 'Gracias', description: 'El equipo leerá tu sugerencia. Nadie sabrá que fue tuya.' })
}

export function sugerenciaWithdrawn(): void {
  toast({ title: 'Sugerencia retirada' })
}

export function numerosSaved(): void {
  toast({ title: 'Números guardados', description: 'Los leerá quien abra la app desde ahora.' })
}
