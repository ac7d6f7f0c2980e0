import { toast } from '../../../lib/toast/toast.tsx'
import { atClock, untilClock } from './cuando.ts'

/** The service has it: from here on it runs without her phone. */
export function llegadaStarted(vence: Date): void {
  const hasta = untilClock(vence, new Date())
  toast({
    title: 'Activo',
    description: `${hasta[0]!.toUpperCase()}${hasta.slice(1)}, aunque tu teléfono se apague.`,
  })
}

export function llegadaProlonged(vence: Date): void {
  toast({ title: 'Tienes más tiempo', description: `Ahora ${untilClock(vence, new Date())}.` })
}

/** @param siguiente when she is asked next; null after the last time */
export function llegadaAnswered(siguiente: Date | null): void {
  const words = siguiente
    ? `Te volvemos a preguntar ${atClock(siguiente, new Date())}.`
    : 'Era la última vez.'
  toast({ title: 'Gracias por avisar', description: words })
}

export function llegadaEnded(): void {
  toast({ title: 'Listo, se apagó', description: 'Nadie recibió nada.' })
}

/** Her word came after its time. */
export function llegadaTooLate(): void {
  toast({
    title: 'Tu alerta ya estaba abierta',
    description: 'La hora llegó antes que tu respuesta. Ciérrala aquí para que lo sepan.',
    variant: 'destructive',
  })
}

/** @param why what keeps her from changing it */
export function llegadaUnchanged(why: string): void {
  toast({ title: 'No cambió nada', description: `${why} Sigue activo como estaba.`, variant: 'destructive' })
}
