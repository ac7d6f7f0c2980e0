import { toast } from '../../../lib/toast/toast.tsx'

export function audioFailed(): void {
  toast({
    title: 'Error de audio',
    description: 'No se pudo reproducir la llamada. Revisa el sonido de tu teléfono e inténtalo de nuevo.',
    variant: 'destructive',
  })
}
