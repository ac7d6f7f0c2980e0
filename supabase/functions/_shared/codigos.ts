import { createHash, createHmac } from 'node:crypto'
import type { Envio, Secretos } from './envio.ts'

/** 192 bits, in 32 letters. */
const CODE_BYTES = 24

/** What `registrar_codigos` is told of one envío: SHA-256 of each secret, in hex. */
export interface Huellas {
  envio: string
  codigo_huella?: string
  recibo_huella?: string
  clave_huella?: string
}

/**
 * Makes the secrets of messages out of one key that is not in the database. The same name gives the same secret, so that a
 * sender which died between two steps is followed by one that sends the same link. With Node's own functions, which both hosts
 * have: the web's answer later, one by one, and a thousand messages are five thousand of them.
 */
export class Codigos {
  /** @param secret the service key */
  constructor(private readonly secret: string) {}

  /** The secrets of one envío, and what the database may know of them. */
  of(envio: Envio): { secretos: Secretos; huellas: Huellas } {
    const { codigo_de, recibo_de, clave_de } = envio
    const codigo = codigo_de ? this.code(codigo_de) : undefined
    const recibo = recibo_de ? this.code(recibo_de) : undefined
    const clave = clave_de ? this.code(clave_de) : undefined
    const tag = sha256(`tag ${codigo_de ?? envio.clave}`).slice(0, 24)
    return {
      secretos: { codigo, recibo, clave, tag },
      huellas: {
        envio: envio.id,
        ...(codigo && { codigo_huella: sha256(codigo) }),
        ...(recibo && { recibo_huella: sha256(recibo) }),
        ...(clave && { clave_huella: sha256(clave) }),
      },
    }
  }

  private code(name: string): string {
    const mac = createHmac('sha256', this.secret).update(name).digest()
    return mac.subarray(0, CODE_BYTES).toString('base64url')
  }
}

/** In hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
