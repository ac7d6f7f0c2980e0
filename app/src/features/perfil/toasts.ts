import { messageOf } from '../../data/errors.ts'
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
