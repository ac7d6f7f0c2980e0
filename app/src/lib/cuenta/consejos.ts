import { onDevice } from '../device/storage.ts'

/*
 * The advice about phones that are not only hers, given once before installing. That it was read is remembered by the device and says
 * nothing about anybody, so it outlives signing out.
 */

const KEY = 'consejos'

/** Whether it was read on this device. */
export const haveReadConsejos = (): boolean => onDevice.getItem(KEY) !== null

/** Remembers that it was. */
export const rememberConsejosRead = (): void => void onDevice.setItem(KEY, 'instalar')
