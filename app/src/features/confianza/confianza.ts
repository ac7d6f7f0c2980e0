import { callAsNobody } from '../../lib/api/plainRequest.ts'
import type { PushKeys } from '../../lib/device/push.ts'
import { type Invitacion, readInvitacion, type ViaName } from './vista.ts'

/*
 * What somebody with a code asks of the service, without an account. Reading changes nothing: mail scanners and previews open links
 * too, so that every answer is a call that a button makes.
 */

async function call(name: string, args: Record<string, unknown>): Promise<Invitacion> {
  return readInvitacion(await callAsNobody(name, args), Date.now())
}

/** @returns null for a code that leads nowhere, or nowhere any more. @throws ServiceError as `ask` does */
export const fetchInvitacion = (codigo: string) => call('ver_invitacion', { codigo })

/**
 * Says yes or no. A yes brings the code of the contact's own page, which takes the place of the link's.
 *
 * @param correo with a yes: an address that then waits to be confirmed
 * @throws ServiceError `23514` for what is no address
 */
export const answerInvitacion = (codigo: string, acepta: boolean, correo?: string) =>
  call('responder_invitacion', { codigo, acepta, correo })

/**
 * Adds a mail address or a number, which then wait to be confirmed.
 *
 * @throws ServiceError `23514` for what is none, `PT429` after a few a day, with words for the screen
 */
export const addVia = (codigo: string, via: ViaName, destino: string) =>
  call('agregar_via', { codigo, via, destino })

/** Adds this device, which is confirmed by being one. */
export const addDevice = (codigo: string, { endpoint, p256dh, auth }: PushKeys) =>
  call('agregar_via', { codigo, via: 'push', destino: endpoint, p256dh, auth })

export const removeVia = (codigo: string, via: string) => call('quitar_via', { codigo, via })

/** @returns whether these were the digits */
export const confirmNumero = async (codigo: string, via: string, digitos: string): Promise<boolean> =>
  (await callAsNobody('confirmar_numero', { codigo, via, digitos })) === true

/** «Enviarme una prueba». @throws ServiceError `PT429` after ten a day */
export const testVia = async (codigo: string, via: string): Promise<boolean> =>
  (await callAsNobody('probar_via', { codigo, via })) === true

/** With the key of a mail: its owner says that it arrived. @returns false for a key that leads nowhere */
export const confirmCorreo = async (clave: string): Promise<boolean> =>
  (await callAsNobody('confirmar_contacto', { clave })) === true

/** At once and for ever: addresses are erased, and what is on its way stops. */
export async function leaveContacto(codigo: string): Promise<void> {
  await callAsNobody('dejar_de_ser_contacto', { codigo }, { keepalive: true })
}
