export const PASSWORD_MIN = 8
/** bcrypt ignores everything after 72 bytes. Bytes, not letters: an accent or an emoji takes more than one. */
const PASSWORD_MAX_BYTES = 72

/** What keeps a password from being taken, in words for its field; null where nothing that can be known here does. */
export function rechazoOfPassword(typed: string): string | null {
  // As the service hashes it: some keyboards write an accent as a character of its own.
  const password = typed.normalize()
  if ([...password].length < PASSWORD_MIN) return `Usa al menos ${PASSWORD_MIN} caracteres en tu contraseña.`
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    return 'Esa contraseña es demasiado larga. Usa una más corta.'
  }
  return null
}
