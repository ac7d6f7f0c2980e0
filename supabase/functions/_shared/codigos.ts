import type { Envio, Secretos } from './envio.ts'

const utf8 = new TextEncoder()
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
 * Makes the secrets of messages out of one key that the database does not hold. The same name gives the same secret, so that a
 * sender which died between two steps is followed by one that sends the same link.
 */
export class Codigos {
  private constructor(private readonly key: CryptoKey) {}

  /** @param secret the service key */
  static async open(secret: string): Promise<Codigos> {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    return new Codigos(await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign']))
  }

  /** The secrets of one envío, and what the database may know of them. */
  async of(envio: Envio): Promise<{ secretos: Secretos; huellas: Huellas }> {
    const { codigo_de, recibo_de, clave_de } = envio
    const codigo = codigo_de ? await this.code(codigo_de) : undefined
    const recibo = recibo_de ? await this.code(recibo_de) : undefined
    const clave = clave_de ? await this.code(clave_de) : undefined
    const tag = (await sha256(`tag ${codigo_de ?? envio.clave}`)).slice(0, 24)
    return {
      secretos: { codigo, recibo, clave, tag },
      huellas: {
        envio: envio.id,
        ...(codigo && { codigo_huella: await sha256(codigo) }),
        ...(recibo && { recibo_huella: await sha256(recibo) }),
        ...(clave && { clave_huella: await sha256(clave) }),
      },
    }
  }

  private async code(name: string): Promise<string> {
    return base64url((await this.sign(name)).slice(0, CODE_BYTES))
  }

  private async sign(name: string): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', this.key, utf8.encode(name)))
  }
}

/** In hex. */
export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
