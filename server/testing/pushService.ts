import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'

/** What a push service was handed, opened with the device's own key. */
export interface Received {
  path: string
  ttl: number
  urgency: string | undefined
  /** Claims of the sender's token, which was checked with the key it came with. */
  claims: Record<string, unknown>
  publicKey: string
  message: unknown
}

interface Opener {
  decrypt(body: Buffer, options: { version: 'aes128gcm'; privateKey: unknown; authSecret: string }): Buffer
}

/** A push service on this machine, with devices whose messages it can open. Call `close` when done. */
export async function localPushService() {
  // The library ships no types.
  const { default: ece } = (await import('http_ece' as string)) as { default: Opener }
  const devices = new Map<string, { privateKey: ReturnType<typeof createECDH>; authSecret: string }>()
  const received: Received[] = []
  const answers: number[] = []
  let hold: Promise<void> | undefined
  let holdsTaken = false
  let holding = 0

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const keepBack = async () => {
      if (!hold) return
      holding += 1
      await hold
      holding -= 1
    }
    if (!holdsTaken) await keepBack()
    // Who asked is gone: as if it had never arrived.
    if (request.socket.destroyed) return
    const status = answers.shift() ?? 201
    const device = devices.get(request.url!)
    if (!device || status !== 201) return response.writeHead(device ? status : 404).end()
    const [, token, publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.authorization!)!
    const point = Buffer.from(publicKey!, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token!, jwk, { algorithms: ['ES256'] })
    const plain = ece.decrypt(Buffer.concat(chunks), { version: 'aes128gcm', ...device })
    received.push({
      path: request.url!,
      ttl: Number(request.headers.ttl),
      urgency: request.headers.urgency as string | undefined,
      claims: payload,
      publicKey: publicKey!,
      message: JSON.parse(plain.toString()),
    })
    if (holdsTaken) await keepBack()
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    received,
    /** Statuses of the next answers; 201 once they are used up. */
    answers,
    /**
     * Keeps every answer back until the returned function is called.
     * @param taken only once the message was taken
     */
    holdBack({ taken = false } = {}): () => void {
      let release = () => {}
      holdsTaken = taken
      hold = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        hold = undefined
        release()
      }
    },
    /** How many answers are kept back. */
    get holding() {
      return holding
    },
    /** A device, as a browser would describe it to the app; the same one for the same name. */
    subscribe(name: string) {
      const known = devices.get(`/${name}`)
      const privateKey = known?.privateKey ?? createECDH('prime256v1')
      if (!known) privateKey.generateKeys()
      const authSecret = known?.authSecret ?? randomBytes(16).toString('base64url')
      devices.set(`/${name}`, { privateKey, authSecret })
      const p256dh = privateKey.getPublicKey('base64url')
      return { endpoint: `${origin}/${name}`, p256dh, auth: authSecret }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
