import { callAsNobody } from '../api/plainRequest.ts'
import { onDevice } from '../device/storage.ts'
import { isLocked, readCierre } from './sessionStorage.ts'

/*
 * The token by which this device raises and extends an alert, and does nothing else: while it is locked, or by the browser's worker once its page is
 * gone. Beside it, on a device with a PIN, the number that the panic button writes to: a PIN seals neither of the two (docs/vault.md, "The PIN").
 * Part of the panic button's own files: neither React nor the client.
 */

/** The name is plain: it says nothing to who looks through the storage. */
const KEY = 'ficha'

type Ficha = {
  owner: string
  ficha: string
  /** On a device without a PIN: the session that it ends with, and when it was given, in milliseconds of the device's clock. */
  de?: { sesion: string; desde: number } | undefined
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
export const putFicha = (owner: string, ficha: string, de?: Ficha['de']): boolean =>
  write({ owner, ficha, de, principal: read()?.principal ?? null })

/** @returns puts back what stands here now; a token that ends with the session is then asked for anew, since it may have ended */
export function rememberFicha(): () => void {
  const before = read()
  return () => {
    if (!before) dropFicha()
    else write({ ...before, de: before.de && { ...before.de, desde: 0 } })
  }
}

export const dropFicha = (): void => onDevice.removeItem(KEY)

/** Whom a press on the locked device writes to. Nothing where the device has no PIN: then no number stands in the open. */
export function putPrincipal(principal: Ficha['principal']): void {
  const known = readCierre() && read()
  if (known && JSON.stringify(known.principal) !== JSON.stringify(principal)) write({ ...known, principal })
}

export const readPrincipal = (): Ficha['principal'] => read()?.principal ?? null

/** The token by which this device calls for help in her name; null where it has none. */
export function readFicha(owner: string): string | null {
  const known = read()
  return known?.owner === owner ? known.ficha : null
}

/** Whose device it is, while it is locked. */
export const lockedOwner = (): string | null => (isLocked() ? readCierre()!.owner : null)

/** Of what session that token is, and since when; null where it is that of a PIN. */
export const originOfFicha = (): NonNullable<Ficha['de']> | null => read()?.de ?? null

/**
 * Calls a function that the token opens.
 *
 * @returns its answer; false or null where the token is none any more
 * @throws ServiceError
 */
export const callWithFicha = (name: string, args: object): Promise<unknown> =>
  callAsNobody(name, { ficha: read()?.ficha ?? '', ...args }, { within: 'patient' })
