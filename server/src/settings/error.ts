/** A setting that cannot be used; the message is one line that names the setting and what is wrong with it. */
export class SettingsError extends Error {}

/** Names whose values are never printed: terminals and logs are read by others. */
const SECRET = /SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL/
const LONGEST = 60

/**
 * @param name with its prefix
 * @param needed what would be right, in Spanish: «un puerto, de 0 a 65535»
 */
export function wrongSetting(name: string, value: unknown, needed: string): SettingsError {
  const given = String(value).replace(/\s+/g, ' ').slice(0, LONGEST)
  const problem = SECRET.test(name) ? `hace falta ${needed}` : `«${given}» no es ${needed}`
  return new SettingsError(`Ajuste ${name} no válido: ${problem}.`)
}
