import { messageOf, refusalOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The page's toasts (docs/product.md#therapists). */

export const NO_SE_CARGO = 'No se pudo cargar el directorio.'
export const SIN_RESENAS = 'No se pudieron cargar las reseñas.'
export const NO_HAY_TERAPEUTAS = 'No hay terapeutas disponibles en este momento.'
export const NO_HAY_RESENAS = 'Todavía no hay reseñas. ¡Sé la primera!'

export function terapeutaSaved(nueva: boolean): void {
  toast({ title: nueva ? 'Terapeuta agregado correctamente' : 'Terapeuta actualizado correctamente' })
}

export function terapeutaDeleted(): void {
  toast({ title: 'Terapeuta eliminado.' })
}

/** Saving and deleting show the service's own words. */
export function error(failure: unknown): void {
  toast({ title: 'Error', description: messageOf(failure), variant: 'destructive' })
}

export function resenaIncomplete(): void {
  toast({
    title: 'Faltan datos',
    description: 'Por favor, deja una puntuación y un comentario.',
    variant: 'destructive',
  })
}

export function resenaPublished(): void {
  toast({ title: '¡Gracias! Tu reseña ha sido publicada.' })
}

export function resenaSendFailed(failure?: unknown): void {
  toast({
    title: 'Error',
    description: refusalOf(failure) ?? 'No se pudo enviar tu reseña. Es posible que ya hayas dejado una.',
    variant: 'destructive',
  })
}

/** Another device was faster: what became of the review stands beside her words. */
export function resenaStale(gone: boolean): void {
  toast({
    title: 'No se guardó tu reseña',
    description: `${gone ? 'Ya no está: se borró mientras la editabas.' : 'Cambió mientras escribías.'} Lo que escribiste sigue aquí.`,
    variant: 'destructive',
  })
}

export function resenaUpdated(): void {
  toast({ title: 'Reseña actualizada' })
}

export function resenaDeleted(): void {
  toast({ title: 'Reseña eliminada' })
}

export function respuestaSaved(): void {
  toast({ title: 'Respuesta publicada' })
}

export function respuestaDeleted(): void {
  toast({ title: 'Respuesta retirada' })
}

export function resenaReported(): void {
  toast({
    title: 'Gracias por avisar',
    description: 'El equipo la revisará. Quien la escribió no sabrá que fuiste tú.',
  })
}

export function reportFailed(failure: unknown): void {
  toast({ title: 'No se pudo enviar tu denuncia.', description: messageOf(failure), variant: 'destructive' })
}
