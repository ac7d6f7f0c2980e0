import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import type { Challenge } from './pkce.ts'

/** A neutral name: it tells nothing to somebody who reads the browser's storage. */
const COOKIE = 'ida'
const MARK = /(?:^|;\s*)ida=([A-Za-z0-9_-]{43})(?:;|$)/
const LIFETIME_SECONDS = 24 * 3_600

/**
 * Marks the browser that signs up, so that the link of its mail leads it straight back to the app, which has the verifier
 * and exchanges the code. The mark proves nothing and opens nothing: without it a page with a button comes first. Lax,
 * since she comes from the page of her mailbox.
 */
export function markBrowser(
  ctx: Pick<AuthContext, 'config'>,
  reply: FastifyReply,
  challenge: Challenge | undefined,
): void {
  if (!challenge) return
  const secure = ctx.config.siteUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'Set-Cookie',
    `${COOKIE}=${markOf(ctx, challenge.challenge)}; Path=/auth/v1/verify; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/**
 * Whether a browser is the one that began the flow with that challenge.
 * @returns undefined for a client that keeps no such marks
 */
export function isSameBrowser(
  ctx: Pick<AuthContext, 'config'>,
  request: FastifyRequest,
  challenge: string | undefined,
): boolean | undefined {
  const mark = MARK.exec(request.headers.cookie ?? '')?.[1]
  if (mark === undefined) return undefined
  return challenge !== undefined && timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(ctx, challenge)))
}

function markOf({ config }: Pick<AuthContext, 'config'>, challenge: string): string {
  return createHmac('sha256', config.secrets.jwtSecret).update(`browser:${challenge}`).digest('base64url')
}
