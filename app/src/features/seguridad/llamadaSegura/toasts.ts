import { toast } from '../../../lib/toast/toast.tsx'

const CALL_MS = 7_000

/** Somebody beside her may read it: it says no more than a telephone would. */
export function llamadaSegura(): void {
  toast({
    title: 'Llamada entrante',
    description: 'Contesta cuando quieras.',
    duration: CALL_MS,
  })
}

export function audioFailed(): void {
  toast({
    title: 'Error de audio',
    description: 'No se pudo reproducir la llamada. Revisa el sonido de tu teléfono e inténtalo de nuevo.',
    variant: 'destructive',
  })
}
