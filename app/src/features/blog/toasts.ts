import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* What the blog says as toasts. */

export const SIN_HISTORIAS = 'No se pudieron cargar las historias.'

const failed = (title: string, failure: unknown) =>
  toast({
    title,
    description: `${messageOf(failure)} Tu texto sigue aquí.`,
    variant: 'destructive',
  })

export const emptyCampos = () =>
  toast({
    title: '❌ Campos vacíos',
    description: 'Por favor, escribe un título y el contenido de tu historia.',
    variant: 'destructive',
  })
export const tooLong = (maximum: number) =>
  toast({
    title: 'Tu historia es muy larga',
    description: `Caben ${maximum.toLocaleString('es-MX')} caracteres. Puedes contarla en varias partes.`,
    variant: 'destructive',
  })
export const historiaSent = () =>
  toast({
    title: '✅ Historia enviada',
    description: 'El equipo la leerá antes de publicarla. Verás cómo va en «Tus historias».',
  })
/** She wrote on while it was being sent: what she sees is not yet what was sent. */
export const sentWithoutLast = () =>
  toast({
    title: '✅ Historia enviada, sin lo último que escribiste',
    description: 'Tu texto sigue aquí: envíalo otra vez y se agrega a la misma historia.',
  })
export const sendFailed = (failure: unknown) => failed('No se pudo enviar tu historia.', failure)
/** Another device was faster: what became of the story stands beside her words. */
export const historiaStale = (gone: boolean) =>
  toast({
    title: 'No se pudo enviar tu historia.',
    description: `${gone ? 'Se retiró en otra pestaña o dispositivo.' : 'Cambió mientras escribías.'} Tu texto sigue aquí.`,
    variant: 'destructive',
  })
export const historiaWithdrawn = () =>
  toast({ title: 'Historia retirada', description: 'Se borró y nadie más puede leerla.' })
export const withdrawFailed = (failure: unknown) =>
  toast({ title: 'No se pudo retirar tu historia.', description: messageOf(failure), variant: 'destructive' })

/** A discarded draft can be restored for as long as the toast is shown. */
export function discarded<Draft>(draft: Draft, restore: (draft: Draft) => void, forget: () => void): void {
  forget()
  toast({ title: 'Borrador descartado', action: { label: 'Deshacer', onClick: () => restore(draft) } })
}
