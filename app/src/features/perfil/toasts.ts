import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

export const convocatoriaAccepted = () =>
  toast({
    title: 'Ya eres del equipo',
    description: 'Tu trabajo está en «Administración», al final de Inicio.',
  })

export const convocatoriaDeclined = () => toast({ title: 'Invitación rechazada' })

export const convocatoriaFailed = (failure: unknown) =>
  toast({
    title: 'No se pudo responder a la invitación',
    description: messageOf(failure),
    variant: 'destructive',
  })

export const answered = () =>
  toast({ title: 'Tu respuesta llegó', description: 'La leerá otra persona del equipo.' })

export const answerFailed = (failure: unknown) =>
  toast({ title: 'No se pudo enviar tu respuesta', description: messageOf(failure), variant: 'destructive' })

export const recadoFailed = (failure: unknown) =>
  toast({ title: 'No se pudo borrar', description: messageOf(failure), variant: 'destructive' })
