/** The assistant's name and picture, as the device keeps them (docs/product.md#assistant). */
export type Ajustes = { name: string; avatar: string }

export const NOMBRE = 'Psicóloga AI'

/** What is kept, or the defaults; what cannot be read counts as nothing. */
export function ajustesOf(kept: unknown): Ajustes {
  const { name, avatar } = (kept ?? {}) as Record<string, unknown>
  return {
    name: typeof name === 'string' && name.trim() ? name : NOMBRE,
    avatar: typeof avatar === 'string' ? avatar : '',
  }
}
