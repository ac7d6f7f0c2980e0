import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* The toasts of the page of what is new. */

/** @param como what she has now */
export const signedUp = (como: 'dentro' | 'espera') =>
  como === 'dentro'
    ? toast({ title: 'Tienes lugar', description: 'Nadie más ve que te apuntaste.' })
    : toast({
        title: 'Estás en la lista de espera',
        description: 'Si alguien deja su lugar, será de quien espera desde antes.',
      })
export const signUpFailed = (failure: unknown) =>
  toast({ title: 'No se pudo apuntarte', description: messageOf(failure), variant: 'destructive' })
export const signedOff = () => toast({ title: 'Dejaste tu lugar' })
export const signOffFailed = (failure: unknown) =>
  toast({ title: 'No se pudo dejar tu lugar', description: messageOf(failure), variant: 'destructive' })
export const changeFailed = (failure: unknown) =>
  toast({ title: 'No se pudo cambiar', description: messageOf(failure), variant: 'destructive' })
