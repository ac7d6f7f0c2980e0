import { rechazoOfNombre } from '../../lib/cuenta/nombre.ts'
import { rechazoOfPassword } from '../../lib/cuenta/password.ts'

/** The choices of /register, as stored; the database admits the first two (record 41). */
export const identidades = ['mujer cis', 'mujer trans', 'no binario', 'otro', 'prefiero no decir'] as const

const admitidas: readonly string[] = ['mujer cis', 'mujer trans']

export type RegistroForm = {
  nombre: string
  email: string
  password: string
  identidad: string
  /** Of the friend who invited her; empty where nobody did. */
  codigo: string
}

/** As the database has it, however it was copied: in small letters, or in two halves. */
export const codigoOf = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

export type Rechazo =
  /** Something is missing. */
  | { kind: 'incompleto' }
  /** The identity is not one that is admitted. */
  | { kind: 'restringido' }
  /** One field is not valid. */
  | { kind: 'campo'; campo: keyof RegistroForm; texto: string }

/** Whether somebody with this identity may be a member (docs/product.md#registration). */
export const isAdmitida = (identidad: string): boolean => admitidas.includes(identidad)

/**
 * What keeps a registration from being sent, in the order of docs/product.md#registration.
 *
 * @returns null when it can be sent
 */
export function validateRegistro({
  nombre,
  email,
  password,
  identidad,
  codigo,
}: RegistroForm): Rechazo | null {
  if (!nombre.trim() || !email.trim() || !password || !identidad) return { kind: 'incompleto' }
  if (!isAdmitida(identidad)) return { kind: 'restringido' }
  const nombreNo = rechazoOfNombre(nombre)
  if (nombreNo) return { kind: 'campo', campo: 'nombre', texto: nombreNo }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
    return { kind: 'campo', campo: 'email', texto: 'Ese correo no parece completo. Revísalo, por favor.' }
  }
  const texto = rechazoOfPassword(password)
  if (texto) return { kind: 'campo', campo: 'password', texto }
  return codigo && !/^[2-9A-HJKMNP-Z]{8}$/.test(codigoOf(codigo))
    ? { kind: 'campo', campo: 'codigo', texto: 'Son ocho letras y números. Si no tienes uno, déjalo vacío.' }
    : null
}
