import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The toasts of «Escribir al equipo». */

export const sent = () => toast({ title: 'Mensaje enviado', description: 'Te responderemos aquí mismo.' })
export const waits = () =>
  toast({
    title: 'Mensaje guardado',
    description: 'Se enviará solo cuando haya conexión.',
  })
export const sendFailed = (failure: unknown) =>
  toast({
    title: 'No se pudo enviar tu mensaje',
    description: `${messageOf(failure)} Tu texto sigue aquí.`,
    variant: 'destructive',
  })
export const deleted = () => toast({ title: 'Conversación borrada' })
export const changeFailed = (failure: unknown) =>
  toast({ title: 'No se pudo cambiar', description: messageOf(failure), variant: 'destructive' })
export const deleteFailed = (failure: unknown) =>
  toast({ title: 'No se pudo borrar', description: messageOf(failure), variant: 'destructive' })
