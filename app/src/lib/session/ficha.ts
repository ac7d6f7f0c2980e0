import { callAsNobody } from '../api/plainRequest.ts'
import { onDevice } from '../device/storage.ts'
import { isLocked, readCierre } from './sessionStorage.ts'

/*
 * The two things that a PIN does not seal on this device: the token by which it raises and extends an alert, and nothing else, and the number that the
 * panic button writes to (docs/vault.md, "The PIN"). Part of the panic button's own files: neither React nor the client.
 */

/** The name is plain: it says nothing to who looks through the storage. */
const KEY = 'ficha'

type Ficha = {
  ficha: string
  /** Of the contact whom a press writes to; null where there is none. */
  principal: { id: string; telefono: string } | null
}

function read(): Ficha | null {
  try {
    return JSON.parse(onDevice.getItem(KEY) ?? 'null') as Ficha | null
  } catch {
    return null
  }
}

const write = (ficha: Ficha): boolean => onDevice.setItem(KEY, JSON.stringify(ficha))

/** @returns whether the device keeps it */
export const putFicha = (ficha: string): boolean => write({ ficha, principal: read()?.principal ?? null })

export const dropFicha = (): void => onDevice.removeItem(KEY)

/** Whom a press on the locked device writes to. Nothing where the device has no PIN: then nothing stands in the open. */
export function putPrincipal(principal: Ficha['principal']): void {
  const known = read()
  if (known && JSON.stringify(known.principal) !== JSON.stringify(principal)) write({ ...known, principal })
}

export const readPrincipal = (): Ficha['principal'] => read()?.principal ?? null

/** The token; null where the device has no PIN. */
export const readFicha = (): string | null => read()?.ficha ?? null

/** Whose device it is, while it is locked. */
export const lockedOwner = (): string | null => (isLocked() ? readCierre()!.owner : null)

/**
 * Calls a function that the token opens.
 *
 * @returns its answer; false or null where the token is none any more
 * @throws ServiceError
 */
export const callWithFicha = (name: string, args: object): Promise<unknown> =>
  callAsNobody(name, { ficha: readFicha() ?? '', ...args }, { within: 'patient' })
