/** The name that the safe call shows. On this device alone, and a plain word for a key. */
const KEY = 'llamada'

export const QUIEN_LLAMA = 'Mamá'
export const LARGO_NOMBRE = 30

/** Whose name the call shows. */
export function readCaller(): string {
  try {
    return localStorage.getItem(KEY) || QUIEN_LLAMA
  } catch {
    return QUIEN_LLAMA
  }
}

/** Remembers it; an empty name brings the first one back. */
export function saveCaller(nombre: string): void {
  const limpio = nombre.trim().replace(/\s+/g, ' ').slice(0, LARGO_NOMBRE)
  try {
    if (limpio) localStorage.setItem(KEY, limpio)
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing shows the first name again next time.
  }
}

/** Leaves no trace of it for whoever uses this device next. */
export function forgetCaller(): void {
  saveCaller('')
}
