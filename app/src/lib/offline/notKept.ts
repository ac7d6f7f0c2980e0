import { toast } from '../toast/toast.tsx'

/** What she wrote is shown, and the device does not keep it beyond this page. */
export function sayNotKept(): void {
  toast({
    title: 'No se guardó en este dispositivo',
    description: 'Se pierde al cerrar la página. Recárgala e inténtalo de nuevo.',
    variant: 'destructive',
  })
}
