import { ApiError } from '../core/errors.ts'

/** What the header `Prefer` asks. Source: PostgREST documentation, "Prefer Header"; RFC 7240. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  maxAffected?: number
  /** What was understood, as `Preference-Applied` repeats it. */
  applied: string[]
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
}

/**
 * @param header one or several preferences, separated by commas
 * @throws ApiError PGRST122 for one that is unknown, where `handling=strict` asks for that
 */
export function parsePreferences(header: string | undefined): Preferences {
  const preferences: Preferences = { return: 'minimal', applied: [] }
  if (header === undefined || header === '') return preferences
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    const [name = '', value = ''] = preference.split('=', 2).map((word) => word.trim())
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected = Number(value)
    else if (CHOICES[name]?.includes(value)) Object.assign(preferences, { [name]: value })
    else {
      if (preference !== '') unknown.push(preference)
      continue
    }
    preferences.applied.push(`${name}=${value}`)
  }
  if (preferences.handling === 'strict' && unknown.length > 0) {
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  // Without strict handling the limit is not promised, so it is not kept either.
  if (preferences.handling !== 'strict') preferences.maxAffected = undefined
  return preferences
}

/** The preferences of `applied` that mean something to this request. */
export function appliedHeader(preferences: Preferences, meaningful: readonly string[]): string | undefined {
  const applied = preferences.applied.filter((preference) => meaningful.includes(preference.split('=')[0]!))
  return applied.length > 0 ? applied.join(', ') : undefined
}
