import { deviceShelf } from './device.ts'
import { pagesOf } from './pages.ts'
import { createQueue } from './queue.ts'

/** The lanes of this app; each room makes its own (docs/decisions/0215). */
export const queue = createQueue(deviceShelf(), Date.now, pagesOf(globalThis.navigator?.locks))
