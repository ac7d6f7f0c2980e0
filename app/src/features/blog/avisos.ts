import { messageOf } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.tsx'

/* What the blog says as toasts. */

export const SIN_HISTORIAS = 'No se pudieron cargar las historias.'

const failed = (title: string, failure: unknown) =>
  toast({
    title,
    description: `${messageOf(failure)} Tu texto sigue aquí.`,
    variant: 'destructive',
  })

export const camposVacios = () =>
  toast({
    title: '❌ Campos vacíos',
    description: 'Por favor, escribe un título y el contenido de tu historia.',
    variant: 'destructive',
  })
export const demasiadoLarga = (maximum: number) =>
  toast({
    title: 'Tu historia es muy larga',
    description: `Caben ${maximum.toLocaleString('es-MX')} caracteres. Puedes contarla en varias partes.`,
    variant: 'destructive',
  })
export const enviada = () =>
  toast({
    title: '✅ Historia enviada',
    description: 'El equipo la leerá antes de publicarla. Verás cómo va en «Tus historias».',
  })
export const noEnviada = (failure: unknown) => failed('No se pudo enviar tu historia.', failure)
export const retirada = () =>
  toast({ title: 'Historia retirada', description: 'Se borró y nadie más puede leerla.' })
export const noRetirada = (failure: unknown) =>
  toast({ title: 'No se pudo retirar tu historia.', description: messageOf(failure), variant: 'destructive' })

/** What she threw away can be taken back while she reads that it is gone. */
export function descartada<Draft>(draft: Draft, restore: (draft: Draft) => void, forget: () => void): void {
  forget()
  toast({ title: 'Borrador descartado', action: { label: 'Deshacer', onClick: () => restore(draft) } })
}
