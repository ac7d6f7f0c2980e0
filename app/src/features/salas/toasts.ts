import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/* Texts of the circles that are said as toasts (docs/product.md#circles). */

export const SALAS_NO_CARGADAS = 'No se pudieron cargar las salas. Inténtalo de nuevo más tarde.'

const failed = (title: string, failure?: unknown) =>
  toast({
    title,
    description: failure === undefined ? undefined : messageOf(failure),
    variant: 'destructive',
  })

export const connectionFailed = (failure: unknown) => failed('Error de conexión', failure)
export const salaNotFound = () => failed('No se pudo encontrar la sala.')
export const mensajesNotLoaded = (failure: unknown) => failed('No se pudieron cargar los mensajes.', failure)
/** Without a network it goes by itself (resend.ts): she is not asked to send it again, which would be twice. */
export const sendFailed = (failure: unknown) =>
  toServiceError(failure).isOffline
    ? toast({
        title: 'No se pudo enviar tu mensaje.',
        description: 'Parece que no hay conexión. Se enviará cuando vuelva, si vuelve pronto.',
        variant: 'destructive',
      })
    : failed('No se pudo enviar tu mensaje.', failure)
export const deleteFailed = (failure: unknown) => failed('No se pudo borrar el mensaje.', failure)
export const reportFailed = (failure: unknown) => failed('No se pudo enviar tu denuncia.', failure)
export const blockFailed = (failure: unknown) => failed('No se pudo guardar el bloqueo.', failure)
export const suspendFailed = (failure: unknown) => failed('No se pudo guardar la pausa.', failure)

/** @param quien who does not learn of it */
export const reported = (quien: string) =>
  toast({
    title: 'Gracias por avisar',
    description: `El equipo lo revisará. ${quien} no sabrá que fuiste tú.`,
  })
export const blocked = (name: string) =>
  toast({ title: `Bloqueaste a ${name}`, description: 'Ya no verás sus mensajes ni ella los tuyos.' })
export const unblocked = (name: string) => toast({ title: `Desbloqueaste a ${name}` })
export const suspended = (name: string) =>
  toast({ title: `Pausaste a ${name}`, description: 'Verá el motivo en las salas.' })
