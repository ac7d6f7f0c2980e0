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

/**
 * Refuses a setting that does nothing without another one: the operator who wrote it believes that it does.
 * @param given without empty values
 * @param needs which one each needs
 * @throws SettingsError naming the one that is missing
 */
export function assertTogether(
  given: Readonly<Record<string, unknown>>,
  needs: Readonly<Record<string, string>>,
): void {
  for (const [name, needed] of Object.entries(needs)) {
    if (given[name] !== undefined && given[needed] === undefined)
      throw new SettingsError(`Ajuste ${needed} no válido: hace falta cuando hay ${name}.`)
  }
}
