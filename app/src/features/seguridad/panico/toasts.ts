import { createElement } from 'react'
import { Frase } from '../../../components/content/Propio.tsx'
import type { LocationFailure } from '../../../lib/device/geolocation.ts'
import { sayNumero } from '../../../lib/emergencia/emergencia.ts'
import { type ToastAction, toast } from '../../../lib/toast/toast.tsx'
import { reasonOf } from '../posicion/falla.ts'

/*
 * Toasts of the alert (docs/product.md#safety). None of them ever says that anybody received anything: that is only
 * true once she has pressed send in another app.
 */

const ALERT_MS = 9_000

/** How to take one away before its time. */
type Shown = ReturnType<typeof toast>

/** Opens the message in the other app, where no link to it is on screen. */
export type OpenFromToast = { canal: Canal; open: () => void }

type Canal = 'whatsapp' | 'sms'

const NAMES: Record<Canal, string> = { whatsapp: 'WhatsApp', sms: 'SMS' }

const openWith = (way?: OpenFromToast): ToastAction | undefined =>
  way && { label: `Abrir ${NAMES[way.canal]}`, onClick: way.open }

/** @param canal what was opened, or what the message would best be sent by: without a network an SMS */
export function alertaReady(nombre: string, canal: Canal, abierta: boolean, way?: OpenFromToast): Shown {
  const where = canal === 'sms' ? 'como SMS' : 'en WhatsApp'
  return toast({
    // That a tab was opened does not say that WhatsApp was.
    title: abierta ? 'Falta un paso' : 'Tu mensaje está listo',
    // Her contact's name is no word to be translated.
    // Her contact's name is no word to be translated.
    description: createElement(Frase, {
      propios: [nombre],
      // biome-ignore lint/correctness/noChildrenProp: no JSX in this file.
      children: abierta
        ? `Presiona enviar en WhatsApp para que le llegue a ${nombre}. Si no se abrió, ábrelo aquí.`
        : `Ábrelo ${where} y presiona enviar para que le llegue a ${nombre}.`,
    }),
    action: openWith(way),
    duration: ALERT_MS,
  })
}

export function noUbicacion(failure: LocationFailure | null, way?: OpenFromToast): Shown {
  return toast({
    title: 'Error de ubicación',
    description: `${reasonOf(failure)} El mensaje está listo sin ella: ábrelo y presiona enviar.`,
    action: openWith(way),
    variant: 'destructive',
    ofLock: true,
  })
}

export function contactoNotFound(): Shown {
  return toast({
    title: 'Contacto no encontrado',
    description: `No tienes un contacto de prioridad 1. Elige a quién escribir o llama al ${sayNumero()}.`,
    variant: 'destructive',
    ofLock: true,
  })
}

export function contactosNotLoaded(): Shown {
  return toast({
    title: 'Error al cargar contactos',
    description: `Elige a quién escribir en WhatsApp o llama al ${sayNumero()}.`,
    variant: 'destructive',
    ofLock: true,
  })
}

export function noSession(): void {
  toast({
    title: 'Error de autenticación',
    description: `Inicia sesión para usar esta función. En una emergencia, llama al ${sayNumero()}.`,
    variant: 'destructive',
    ofLock: true,
  })
}

export function unexpectedError(): void {
  toast({
    title: 'Error inesperado',
    description: `Inténtalo de nuevo o llama al ${sayNumero()}.`,
    variant: 'destructive',
    ofLock: true,
  })
}
