import { brand } from '../../lib/installation/brand.ts'
import { type ToastAction, toast } from '../../lib/toast/toast.tsx'
import type { LocationFailure } from './posicion/geolocation.ts'

/*
 * The room's toasts (docs/product.md#safety). None of them ever says that anybody received anything: that is
 * only true once she has pressed send in another app (record 240).
 */

const ALERT_MS = 9_000
const EMERGENCY = brand.emergencyNumber

function openWith(open?: () => void): ToastAction | undefined {
  return open && { label: 'Abrir WhatsApp', onClick: open }
}

/** @param open opens the message, where no link to it is on screen */
export function alertaReady(nombre: string, abierta: boolean, open?: () => void): void {
  toast({
    title: abierta ? 'WhatsApp está abierto' : 'Tu mensaje está listo',
    description: abierta
      ? `Falta un paso: presiona enviar para que le llegue a ${nombre}.`
      : `Ábrelo en WhatsApp y presiona enviar para que le llegue a ${nombre}.`,
    action: openWith(open),
    duration: ALERT_MS,
  })
}

const REASONS: Record<LocationFailure, string> = {
  denied: 'El permiso de ubicación está bloqueado.',
  unavailable: 'Tu dispositivo no encontró tu ubicación.',
  timeout: 'Tu ubicación tardó demasiado.',
  unsupported: 'Este navegador no da tu ubicación.',
}

export function noUbicacion(failure: LocationFailure | null, open?: () => void): void {
  toast({
    title: 'Error de ubicación',
    description: `${REASONS[failure ?? 'unavailable']} El mensaje está listo sin ella: ábrelo y presiona enviar.`,
    action: openWith(open),
    variant: 'destructive',
  })
}

export function contactoNotFound(): void {
  toast({
    title: 'Contacto no encontrado',
    description: `No tienes un contacto de prioridad 1. Elige a quién escribir o llama al ${EMERGENCY}.`,
    variant: 'destructive',
  })
}

export function contactosNotLoaded(): void {
  toast({
    title: 'Error al cargar contactos',
    description: `Elige a quién escribir en WhatsApp o llama al ${EMERGENCY}.`,
    variant: 'destructive',
  })
}

export function noSession(): void {
  toast({
    title: 'Error de autenticación',
    description: `Inicia sesión para usar esta función. En una emergencia, llama al ${EMERGENCY}.`,
    variant: 'destructive',
  })
}

export function unexpectedError(): void {
  toast({
    title: 'Error inesperado',
    description: `Inténtalo de nuevo o llama al ${EMERGENCY}.`,
    variant: 'destructive',
  })
}

export function missingDatos(): void {
  toast({
    title: '❌ Faltan datos',
    description: 'Por favor, completa el nombre y el teléfono.',
    variant: 'destructive',
  })
}

export function contactoAdded(nombre: string): void {
  toast({ title: 'Contacto agregado', description: `${nombre} ya está entre tus contactos de confianza.` })
}

export function addFailed(): void {
  toast({
    title: '❌ Error al agregar',
    description: 'No se pudo guardar el contacto. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}

export function contactoDeleted(nombre: string, undo: () => void): void {
  toast({
    title: 'Contacto eliminado',
    description: `${nombre} ya no está entre tus contactos de confianza.`,
    action: { label: 'Deshacer', onClick: undo },
  })
}

export function deleteFailed(): void {
  toast({
    title: '❌ Error al eliminar',
    description: 'No se pudo eliminar el contacto. Inténtalo de nuevo.',
    variant: 'destructive',
  })
}

export function locationSharingSwitched(activo: boolean, description: string): void {
  toast({ title: `Modo Acompañamiento ${activo ? 'Activado' : 'Desactivado'}`, description })
}

export function asistencia(): void {
  toast({
    title: `Llamando al ${EMERGENCY}`,
    description: `Si la llamada no empieza sola, marca ${EMERGENCY} en tu teléfono.`,
  })
}

const CALL_MS = 7_000

/** Somebody beside her may read it: it says no more than a telephone would. */
export function llamadaSegura(): void {
  toast({
    title: 'Llamada entrante',
    description: 'Contesta cuando quieras.',
    duration: CALL_MS,
  })
}

export function audioFailed(): void {
  toast({
    title: 'Error de audio',
    description: 'No se pudo reproducir la llamada. Revisa el sonido de tu teléfono e inténtalo de nuevo.',
    variant: 'destructive',
  })
}

/** The service refuses the link: nobody who has it sees a position. */
export function acompanamientoNotStarted(): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description:
      'Ese enlace no sirve y nadie verá tu ubicación con él. Actívalo otra vez para mandar uno nuevo.',
    variant: 'destructive',
  })
}

/** Too many walks were begun within the hour. `espera` is the service's sentence, which says when the next one can be. */
export function acompanamientoThrottled(espera: string): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description: `Tu camino no empezó y nadie ve tu ubicación con ese enlace. ${espera}`,
    variant: 'destructive',
  })
}

export function acompanamientoEnded(): void {
  toast({
    title: 'Modo Acompañamiento Desactivado',
    description: 'El tiempo terminó y tu ubicación ya no se comparte.',
  })
}
