import { toast } from '../../../lib/toast/toast.tsx'

export function audioFailed(): void {
  toast({
    title: 'Error de audio',
    description: 'La llamada se abre sin sonido. Revisa el sonido de tu teléfono.',
    variant: 'destructive',
  })
}
