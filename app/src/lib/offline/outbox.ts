import { deviceShelf } from './deviceStore.ts'
import { pagesOf } from './openPages.ts'
import { createQueue } from './queue.ts'

/** The lanes of this app; each feature makes its own. */
export const queue = createQueue(deviceShelf(), Date.now, pagesOf(globalThis.navigator?.locks))
