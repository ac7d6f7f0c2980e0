import type { FastifyRequest } from 'fastify'
import type { DoorContext } from '../core/context.ts'
import type { Identity } from '../core/db.ts'
import { identify } from '../core/identity.ts'
import type { FileStore } from './files.ts'
import type { Links } from './links.ts'
import type { Staging } from './staging.ts'

/** What the routes of this door share. */
export interface StorageContext extends DoorContext {
  files: FileStore
  staging: Staging
  links: Links
  /** Largest file of any bucket, in bytes. */
  maxFileBytes: number
}

/** Sees every bucket and object; for what a policy cannot answer: the rules of a bucket, whether it is public. */
export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/**
 * Who asks.
 * @throws TokenError when a token is there but cannot be trusted
 */
export function asker({ tokens }: StorageContext, request: FastifyRequest): Promise<Identity> {
  const { headers, method, url, ip } = request
  return identify(tokens, { headers, method, url, ip })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The columns `owner` and `owner_id` of what somebody makes; both null for keys that belong to nobody. */
export function ownerOf(claims: Identity['claims']): { owner: string | null; ownerId: string | null } {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '') return { owner: null, ownerId: null }
  return { owner: UUID.test(sub) ? sub : null, ownerId: sub }
}

/** The object's name at the end of a route's path. */
export function wildcard(request: FastifyRequest): unknown {
  return (request.params as Record<string, unknown>)['*']
}
