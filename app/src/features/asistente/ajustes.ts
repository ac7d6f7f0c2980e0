import { onDevice } from '../../lib/device/storage.ts'

/** The assistant's name and picture, as the browser keeps them (docs/product.md#assistant). */
export type Ajustes = { name: string; avatar: string }

export const NOMBRE = 'Psicóloga AI'

/** A neutral key: others may look into the device's storage. */
const KEY = 'assistantConfig'

/** What is kept, or the defaults; what cannot be read counts as nothing. */
export function readAjustes(): Ajustes {
  try {
    const kept: unknown = JSON.parse(onDevice.getItem(KEY) ?? 'null')
    const { name, avatar } = (kept ?? {}) as Record<string, unknown>
    return {
      name: typeof name === 'string' && name.trim() ? name : NOMBRE,
      avatar: typeof avatar === 'string' ? avatar : '',
    }
  } catch {
    return { name: NOMBRE, avatar: '' }
  }
}

/** Keeps them as JSON; a browser that keeps nothing forgets them with the page. */
export function saveAjustes(ajustes: Ajustes): void {
  onDevice.setItem(KEY, JSON.stringify(ajustes))
}
