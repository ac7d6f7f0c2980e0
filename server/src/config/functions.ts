import { z } from 'zod'
import { SettingsError, wrongSetting } from './error.ts'

/** One setting that the project's functions read by name; the project hands in which there are. */
export interface FunctionSetting {
  name: string
  /** Whether it is the address of another service: by HTTPS, or on this same machine. */
  isService?: boolean
  /** What it must look like, and that in words. */
  looks?: { like: RegExp; says: string }
  /** A setting beside which this one is needed as well. */
  neededBy?: string
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1'])

/** Another service: by HTTPS, or on this same machine, since secrets and codes travel there. */
export const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^http:/i.test(url) || (URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)))

/** The same in words. */
export const SERVICE_NEEDS = 'una dirección https'

/**
 * @param given without empty values
 * @returns undefined where none is set
 * @throws SettingsError naming the first setting that is wrong, or missing beside another
 */
export function readFunctionSettings(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly FunctionSetting[],
): Record<string, string> | undefined {
  const read: Record<string, string> = {}
  for (const { name, isService, looks } of known) {
    const value = given[name]?.trim()
    if (value === undefined) continue
    if (isService && !serviceUrl.safeParse(value).success) throw wrongSetting(name, value, SERVICE_NEEDS)
    if (looks && !looks.like.test(value)) throw new SettingsError(`Ajuste ${name} no válido: ${looks.says}.`)
    read[name] = value
  }
  for (const { name, neededBy } of known) {
    if (neededBy && read[neededBy] !== undefined && read[name] === undefined)
      throw new SettingsError(`Ajuste ${name} no válido: hace falta cuando hay ${neededBy}.`)
  }
  return Object.keys(read).length > 0 ? read : undefined
}
