import { createSignal } from '../store.ts'

/** A rule of the database refused something: what she may do may not be what it was when this page asked. */
export const refused = createSignal()
