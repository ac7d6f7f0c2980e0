import type { LocationFailure } from '../../../lib/device/geolocation.ts'
import { sayNumero } from '../../../lib/emergencia/emergencia.ts'
import { type ToastAction, toast } from '../../../lib/toast/toast.tsx'

/*
 * Toasts of the alert (docs/product.md#safety). None of them ever says that anybody received anything: that is only
 * true once she has pressed send in another app (record 240).
 */

const ALERT_MS = 9_000

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
    description: `No tienes un contacto de prioridad 1. Elige a quién escribir o llama al ${sayNumero()}.`,
    variant: 'destructive',
  })
}

export function contactosNotLoaded(): void {
  toast({
    title: 'Error al cargar contactos',
    description: `Elige a quién escribir en WhatsApp o llama al ${sayNumero()}.`,
    variant: 'destructive',
  })
}

export function noSession(): void {
  toast({
    title: 'Error de autenticación',
    description: `Inicia sesión para usar esta función. En una emergencia, llama al ${sayNumero()}.`,
    variant: 'destructive',
  })
}

export function unexpectedError(): void {
  toast({
    title: 'Error inesperado',
    description: `Inténtalo de nuevo o llama al ${sayNumero()}.`,
    variant: 'destructive',
  })
}
