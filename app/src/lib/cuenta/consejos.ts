/*
 * The advice about phones that are not only hers. It is given once before registering and once before installing; that it
 * was read is remembered by the device and says nothing about anybody, so it outlives signing out.
 */

export type Ocasion = 'registro' | 'instalar'

const KEY = 'consejos'

function read(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/** Whether the advice for this occasion was read on this device. */
export function haveReadConsejos(ocasion: Ocasion): boolean {
  return read().includes(ocasion)
}

/** Remembers that it was. */
export function rememberConsejosRead(ocasion: Ocasion): void {
  try {
    localStorage.setItem(KEY, [...new Set([...read(), ocasion])].join(' '))
  } catch {
    // Without storage it is asked again the next time.
  }
}
