import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider does instead of taking a message, or of saying that it took it. */
export type Fault =
  | 'answers 500'
  | 'never answers'
  | 'takes it and never answers'
  | 'hangs up after taking it'
  | 'tells that it arrived before it answers'
  | { refuses: number }

export interface Message {
  id: string
  to: string
  text: string
}

/** A provider of messages on this machine. Call `stop` when done. */
abstract class LocalProvider {
  /** What it took, in order. */
  readonly taken: Message[] = []
  /** Every request, also those that it did not take. */
  asked = 0
  fault: Fault | undefined
  /** Where it tells what became of a message. */
  webhook = ''
  url = ''
  private readonly server = createServer((request, response) => void this.handle(request, response))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    this.asked += 1
    const { fault } = this
    if (fault === 'never answers') return
    if (fault === 'answers 500') return send(response, 500, this.failure(20500))
    if (typeof fault === 'object') return send(response, 400, this.failure(fault.refuses))
    const answer = this.take(request, body)
    if (!answer) return send(response, 401, this.failure(20003))
    if (fault === 'takes it and never answers') return
    if (fault === 'hangs up after taking it') return void request.socket.destroy()
    if (fault === 'tells that it arrived before it answers') await this.arrived(this.taken.at(-1)!.id)
    send(response, 200, answer)
  }

  protected abstract take(request: IncomingMessage, body: string): unknown
  protected abstract failure(code: number): unknown
  /** Tells that one has arrived. */
  protected abstract arrived(id: string): Promise<unknown>
}

/** Twilio, as far as one message and what became of it go. Source: Twilio, "Messages resource", "Validating requests". */
export class LocalTwilio extends LocalProvider {
  static readonly ACCOUNT = 'AC00000000000000000000000000000001'
  static readonly TOKEN = 'token-of-the-operator'
  static readonly FROM = '+15550001111'

  protected take(request: IncomingMessage, body: string): unknown {
    const { ACCOUNT, TOKEN, FROM } = LocalTwilio
    const basic = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
    if (
      request.headers.authorization !== basic ||
      request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`
    )
      return undefined
    const form = new URLSearchParams(body)
    if (form.get('From') !== FROM) return undefined
    const message = {
      id: `SM${randomUUID().replaceAll('-', '')}`,
      to: form.get('To')!,
      text: form.get('Body')!,
    }
    this.taken.push(message)
    this.webhook = form.get('StatusCallback') ?? ''
    return { sid: message.id, status: 'queued', to: message.to }
  }

  protected failure(code: number): unknown {
    return { code, message: 'test', status: 400 }
  }

  protected arrived(id: string): Promise<unknown> {
    return this.tell(id, 'delivered')
  }

  /** Tells what became of one; @returns our answer's status. */
  async tell(
    id: string,
    status: string,
    { error, token = LocalTwilio.TOKEN, to }: Tell = {},
  ): Promise<number> {
    const form = new URLSearchParams({
      MessageSid: id,
      MessageStatus: status,
      AccountSid: LocalTwilio.ACCOUNT,
      ...(error && { ErrorCode: String(error) }),
    })
    const signed = [...form.keys()].sort().reduce((text, name) => text + name + form.get(name), this.webhook)
    const response = await fetch(to ?? this.webhook, {
      method: 'POST',
      headers: { 'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64') },
      body: form,
    })
    return response.status
  }
}

/** WhatsApp's Cloud API, as far as one template and what became of it go. */
export class LocalWhatsApp extends LocalProvider {
  static readonly TOKEN = 'token-of-whatsapp'
  static readonly SECRET = 'secret-of-the-app'
  static readonly PHONE = '100200300'

  protected take(request: IncomingMessage, body: string): unknown {
    const isOurs = request.headers.authorization === `Bearer ${LocalWhatsApp.TOKEN}`
    if (!isOurs || request.url !== `/${LocalWhatsApp.PHONE}/messages`) return undefined
    const { to, template } = JSON.parse(body) as {
      to: string
      template: { components: { parameters: { text: string }[] }[] }
    }
    const text = template.components[0]!.parameters.map((parameter) => parameter.text).join(' | ')
    const message = { id: `wamid.${randomUUID()}`, to, text }
    this.taken.push(message)
    return { messaging_product: 'whatsapp', messages: [{ id: message.id }] }
  }

  protected failure(code: number): unknown {
    return { error: { code, message: 'test' } }
  }

  protected arrived(id: string): Promise<unknown> {
    return this.tell([{ id, status: 'delivered' }])
  }

  /** Tells what became of several at once; @returns our answer's status. */
  async tell(
    news: { id: string; status: string; error?: number }[],
    secret = LocalWhatsApp.SECRET,
  ): Promise<number> {
    const statuses = news.map(({ id, status, error }) => ({
      id,
      status,
      timestamp: '1',
      ...(error && { errors: [{ code: error, title: 'test' }] }),
    }))
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        { id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses } }] },
      ],
    })
    const response = await fetch(this.webhook, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
    return response.status
  }
}

/** A service behind `SMS_URL`, which hands on a message once however often it is asked with the same `Idempotency-Key`. */
export class LocalSms extends LocalProvider {
  private readonly keys = new Set<string>()
  /** When each was taken, by the clock that nobody sets. */
  readonly moments: number[] = []

  protected take(request: IncomingMessage, body: string): unknown {
    const key = request.headers['idempotency-key'] as string
    if (!this.keys.has(key)) {
      this.keys.add(key)
      this.moments.push(performance.now())
      this.taken.push({ id: key, ...(JSON.parse(body) as { to: string; text: string }) })
    }
    return {}
  }

  protected failure(code: number): unknown {
    return { code }
  }

  protected arrived(): Promise<unknown> {
    throw new Error('it tells nothing of arrival')
  }
}

interface Tell {
  error?: number
  token?: string
  /** Where it is sent, if not where it is signed for. */
  to?: string
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
