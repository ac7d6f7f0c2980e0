import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
/** 128 bits, in hexadecimal. */
const MARK_LETTERS = 32

/**
 * What lies in the database and only this server can use: texts that it encrypts, and marks that it alone can make. So neither the
 * database nor a backup of it holds anything that opens an account; the key is in `secrets.json`, or in the environment.
 */
export class SecretBox {
  private readonly key: Buffer

  /**
   * @param secret of the installation
   * @param purpose a box opens nothing that one for another purpose has sealed
   */
  constructor(secret: string, purpose: string) {
    this.key = createHmac('sha256', secret).update(`secret box: ${purpose}`).digest()
  }

  /** Encrypts a text (AES-256-GCM). @returns base64 */
  seal(text: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.key, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** @returns the text; undefined where it was sealed with another key, or is damaged */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    } catch {
      return undefined
    }
  }

  /** @returns what is stored, followed by a mark that only this box can make: what is handed out */
  mark(stored: string): string {
    return stored + createHmac('sha256', this.key).update(stored).digest('hex').slice(0, MARK_LETTERS)
  }

  /** @returns what is stored, of something that was handed out; undefined where its mark is not ours */
  unmark(given: string): string | undefined {
    const stored = given.slice(0, -MARK_LETTERS)
    const [one, other] = [Buffer.from(given), Buffer.from(this.mark(stored))]
    return one.length === other.length && timingSafeEqual(one, other) ? stored : undefined
  }
}
