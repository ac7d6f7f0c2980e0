import { rechazoOfNombre } from '../../lib/cuenta/nombre.ts'
import { rechazoOfPassword } from '../../lib/cuenta/password.ts'
import { correo, inTurn, ruled, textThat } from '../../lib/form/schema.ts'

/** The choices of /register, as stored; the database admits the first two. */
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

/** Whether somebody with this identity may be a member (docs/product.md#registration). */
export const isAdmitida = (identidad: string): boolean => admitidas.includes(identidad)

/** In the order of docs/product.md#registration; what is missing at all is said before. */
export const registroSchema = inTurn<RegistroForm>({
  nombre: ruled(rechazoOfNombre),
  email: correo('Ese correo no parece completo. Revísalo, por favor.'),
  password: ruled(rechazoOfPassword),
  codigo: textThat(
    (codigo) => codigo === '' || /^[2-9A-HJKMNP-Z]{8}$/.test(codigoOf(codigo)),
    'Son ocho letras y números. Si no tienes uno, déjalo vacío.',
  ),
})
