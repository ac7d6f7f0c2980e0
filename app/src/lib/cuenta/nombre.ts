import { brand } from '../installation/brand.ts'

/**
 * The name to greet her by, at once: the stored one, until then the one she registered with, else the default.
 *
 * @param stored `username` of the profile
 * @param metadata the user's own metadata: good enough for a greeting, never for a right
 */
export function nombreOf(stored: string | null | undefined, metadata: unknown): string {
  const registered = (metadata as { username?: unknown } | null | undefined)?.username
  return stored || (typeof registered === 'string' && registered.trim()) || brand.defaultUsername
}
