import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../http/errors.ts'
import type { AuthContext } from './context.ts'

const ADDRESSES = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const
const TIMEOUT_MS = 5_000

/** Calls that ask for a captcha where one is set up. Source: docs/api.md#auth-errors. */
const GUARDED = new Set(['/signup', '/token', '/otp', '/recover', '/resend', '/sso'])
/** Grants that need no captcha, since they present a secret. */
const EXEMPT_GRANTS = new Set(['refresh_token', 'pkce', 'id_token'])

const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().min(1).max(8_192) }) })
/** hCaptcha and Turnstile answer in one form. */
const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).nullish() })

/** Verifies the captcha token where a captcha provider is configured; elsewhere tokens are ignored. */
export function guardWithCaptcha(app: FastifyInstance, ctx: AuthContext): void {
  const { captcha } = ctx.config
  if (!captcha) return
  const address = captcha.url ?? ADDRESSES[captcha.provider]
  app.addHook('preHandler', async (request) => {
    if (!isGuarded(request)) return
    const parsed = Body.safeParse(request.body)
    if (!parsed.success) throw failed('request disallowed (no captcha_token found)')
    const token = parsed.data.gotrue_meta_security.captcha_token
    const form = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: request.ip })
    const verdict = await ask(address, form)
    if (!verdict.success) {
      throw failed(
        `request disallowed (${verdict['error-codes']?.join(', ').slice(0, 200) || 'not a person'})`,
      )
    }
  })
}

function isGuarded({ method, routeOptions, query }: FastifyRequest): boolean {
  const path = routeOptions.url?.replace('/auth/v1', '') ?? ''
  if (method !== 'POST' || !GUARDED.has(path)) return false
  return path !== '/token' || !EXEMPT_GRANTS.has((query as { grant_type?: string }).grant_type ?? '')
}

async function ask(address: string, form: URLSearchParams): Promise<z.output<typeof Verdict>> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return Verdict.parse(await answer.json())
  } catch (cause) {
    throw new Error('The captcha provider did not answer', { cause })
  }
}

function failed(reason: string): ApiError {
  return new ApiError(400, 'captcha_failed', `captcha protection: ${reason}`)
}
