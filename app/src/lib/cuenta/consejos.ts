import { onDevice } from '../device/storage.ts'

/*
 * The advice about phones that are not only hers. It is given once before installing; that it
 * was read is remembered by the device and says nothing about anybody, so it outlives signing out.
 */

export type Ocasion = 'instalar'

const KEY = 'consejos'

const read = () => (onDevice.getItem(KEY) ?? '').split(' ').filter(Boolean)

/** Whether the advice for this occasion was read on this device. */
export function haveReadConsejos(ocasion: Ocasion): boolean {
  return read().includes(ocasion)
}

/** Remembers that it was. */
export function rememberConsejosRead(ocasion: Ocasion): void {
  onDevice.setItem(KEY, [...new Set([...read(), ocasion])].join(' '))
}
