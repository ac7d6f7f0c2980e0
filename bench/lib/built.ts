import path from 'node:path'
import { root } from '../../tools/lib/run.ts'

/** What starts Amparo, as this checkout or another one has built it: what is measured is what runs. */
export function built(checkout = root): Promise<typeof import('../../tools/lib/amparo.ts')> {
  return import(path.join(checkout, 'server/dist/amparo.js'))
}
