import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the provider says of the one who signs in. */
export interface PlainPerson {
  id: number
  name: string
  email: string
  verified: boolean
}

/** GitHub and Discord as far as a sign-in goes, on this machine, for tests: every browser is its one person, and is asked nothing. */
export class LocalPlainProvider {
  person: PlainPerson = { id: 1, name: 'Ana', email: '', verified: true }
  /** What was asked of it, newest last. */
  readonly asked: URL[] = []
  private readonly codes = new Map<string, string>()
  private readonly tokens = new Set<string>()

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<LocalPlainProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const local = new LocalPlainProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => {
      void local.answer(request).then(({ status, location, json }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
        response.end(JSON.stringify(json ?? {}))
      })
    })
    return local
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<{ status: number; location?: string; json?: unknown }> {
    const url = new URL(request.url!, this.address)
    if (/oauth2?\/authorize$/.test(url.pathname)) return this.authorize(url)
    if (/(oauth2\/token|oauth\/access_token)$/.test(url.pathname)) return this.token(await bodyOf(request))
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !this.tokens.has(token)) return { status: 401 }
    const { id, name, email, verified } = this.person
    switch (url.pathname) {
      case '/api/v3/user':
        return { status: 200, json: { id, login: 'ana', name, email: null } }
      case '/api/v3/user/emails':
        return {
          status: 200,
          json: [
            { email: `other-${email}`, primary: false, verified: true },
            { email, primary: true, verified },
          ],
        }
      case '/api/users/@me':
        return { status: 200, json: { id: String(id), username: 'ana', global_name: name, email, verified } }
      default:
        return { status: 404 }
    }
  }

  private authorize(url: URL): { status: number; location: string } {
    this.asked.push(url)
    const code = randomBytes(8).toString('hex')
    this.codes.set(code, url.searchParams.get('code_challenge') ?? '')
    const back = new URL(url.searchParams.get('redirect_uri')!)
    back.searchParams.set('code', code)
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    back.searchParams.set('iss', `${this.address}/login/oauth`)
    return { status: 302, location: back.href }
  }

  /** A code counts once, for who has the secret and what its challenge was made of. */
  private token(body: URLSearchParams): { status: number; json: unknown } {
    const challenge = this.codes.get(body.get('code') ?? '')
    this.codes.delete(body.get('code') ?? '')
    const shown = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== shown || body.get('client_secret') !== 'a secret')
      return { status: 400, json: { error: 'bad_verification_code' } }
    const access_token = randomBytes(8).toString('hex')
    this.tokens.add(access_token)
    return { status: 200, json: { access_token, token_type: 'bearer', scope: 'user:email' } }
  }
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += chunk
  return new URLSearchParams(body)
}
