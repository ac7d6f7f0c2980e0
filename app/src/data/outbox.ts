import { deviceShelf } from './device.ts'
import { createQueue } from './queue.ts'

/** The lanes of this app; each room makes its own (docs/decisions/0215). */
export const queue = createQueue(deviceShelf())
