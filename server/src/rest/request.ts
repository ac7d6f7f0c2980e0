import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { closest } from './hints.ts'
import type { Relation, Schema } from './schema.ts'

/**
 * The schema that a request speaks to: the first exposed one unless its profile header names another.
 * Source: PostgREST documentation, "Schemas".
 * @throws ApiError PGRST106
 */
export function chooseSchema(exposed: readonly string[], profile: string | undefined): string {
  if (profile === undefined) return exposed[0] ?? 'public'
  if (exposed.includes(profile)) return profile
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${profile}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** @throws ApiError PGRST205 with the name that was perhaps meant */
export function findRelation(schema: Schema, exposed: string, name: string): Relation {
  const relation = schema.relation(exposed, name)
  if (relation) return relation
  const similar = closest(name, schema.relationNames(exposed))
  throw new ApiError(404, 'PGRST205', `Could not find the table '${exposed}.${name}' in the schema cache`, {
    hint: similar === undefined ? null : `Perhaps you meant the table '${exposed}.${similar}'`,
  })
}

/** The schema that the request names, if it names one. */
export function profileOf({ headers }: FastifyRequest, isRead: boolean): string | undefined {
  return headerOf(headers[isRead ? 'accept-profile' : 'content-profile'])
}

/** A header that may come several times, as one. */
export function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

/** What stands after the question mark, still percent-encoded. */
export function queryStringOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** The body as it came, or nothing. */
export function bodyOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : ''
}
