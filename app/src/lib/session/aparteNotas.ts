import { readCerrojo } from '../offline/deviceKey.ts'
import { keepAparte } from '../offline/deviceLock.ts'
import { unsealBytes } from '../offline/seal.ts'
import { type Nota, openedAparte, sealAparte } from './aparte.ts'

/** The notes of what the second PIN has opened; none where nothing was. */
export async function readAparte(): Promise<Nota[]> {
  const lock = await readCerrojo()
  const opened = openedAparte()
  if (!lock || opened?.id !== lock.id) return []
  const text = new TextDecoder().decode(await unsealBytes(opened.key, lock.aparte))
  return JSON.parse(text) as Nota[]
}

/** @throws RangeError as {@link sealAparte} does */
export async function writeAparte(notas: readonly Nota[]): Promise<void> {
  const opened = openedAparte()
  if (opened) await keepAparte(opened.id, await sealAparte(opened.key, notas))
}
