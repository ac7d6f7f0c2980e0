import { SESSION_KEY } from '../data/session-storage.ts'
import { nameKeptLetras } from '../lib/device/letrasHere.ts'
import { onDevice } from '../lib/device/storage.ts'

/*
 * Runs beside the app's first script and before it has arrived: asks for the code of the screen that this address opens, so that frame and room
 * come together with what they are drawn by, and not one after the other. The app decides for itself what it shows (`routing.ts`); a wrong guess
 * here costs a file.
 */

/** Written by the build (`build/preload.ts`): what each address needs besides the first script, as places in `files`. */
declare const AHEAD: {
  files: string[]
  /** The frame of a member's rooms. */
  frame: number[]
  /** `access` as in `routes.tsx`, and 'sola' of a page that stands alone. */
  rooms: { path: string; access: string; code: number[] }[]
}

// Where they are at hand, they are worn from the first frame on.
nameKeptLetras()

const inside = onDevice.getItem(SESSION_KEY) !== null
const find = (address: string) =>
  AHEAD.rooms.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(address))
const asked = find(location.pathname)
const isOpen =
  asked?.access === 'todas' || asked?.access === 'sola' || (asked?.access !== 'visitante') === inside
const room = asked && isOpen ? asked : find(inside ? '/' : '/landing')
const frame = inside && room?.access !== 'sola' ? AHEAD.frame : []

for (const place of new Set([...frame, ...(room?.code ?? [])])) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${AHEAD.files[place]}`
  document.head.append(link)
}
