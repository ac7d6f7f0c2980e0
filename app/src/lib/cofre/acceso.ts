import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { unlessDuplicate } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { ICONOS, readIcono } from '../device/atajos.ts'
import { useUser } from '../session/session.tsx'
import { hasCofre, lugarOf, openByCodigo, ranurasOptions, rawToSeal, TABLA } from './cofre.ts'
import { importAcceso } from './prf.ts'
import { type Bytes, fromBase64Url, importLlave, type Llave, sealBytes, toBase64Url } from './sobre.ts'

/*
 * A passkey as a way to the vault (docs/vault.md): WebAuthn's PRF extension makes a secret of the slot's salt, which the passkey's holder alone
 * has. No server checks an assertion: the secret opens the slot, or does not.
 */

export type Acceso = {
  credencial: string
  sal: string
  /** When it was added. */
  desde: string
  /** The data keys that it opens. */
  llaves: string[]
}

/** As the database has it (`interno.relevar_codigo`). */
export const ACCESOS_AT_MOST = 5
const WAIT_MS = 120_000

/** She closed the browser's question, or it had no answer. */
export class AccesoCancelado extends Error {
  override name = 'AccesoCancelado'
}

/** This browser, or where it keeps passkeys, opens nothing by one. */
export class SinPrf extends Error {
  override name = 'SinPrf'
}

/** What the phone calls it: the discreet name that she chose for the icon. */
export const nameOnPhone = (): string => ICONOS[readIcono()]

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

async function canAcceso(): Promise<boolean> {
  if (!hasCofre() || !('PublicKeyCredential' in globalThis)) return false
  const can = await PublicKeyCredential.getClientCapabilities?.().catch(() => null)
  // Only one that says so has none: others do not tell.
  return can?.['extension:prf'] !== false
}

/** Whether this browser can use a passkey for this, as far as it tells. */
export const useCanAcceso = (): boolean =>
  useQuery({
    queryKey: ['acceso'],
    queryFn: canAcceso,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data ?? false

/** Her passkeys, the oldest first; undefined while they are not known. */
export function useAccesos(): Acceso[] | undefined {
  const { id } = useUser()
  return useQuery({ ...ranurasOptions(id), select: accesosOf }).data
}

export function accesosOf(
  ranuras: readonly { credencial: string | null; sal: string | null; llave: string; creada_en: string }[],
): Acceso[] {
  const found = new Map<string, Acceso>()
  for (const { credencial, sal, llave, creada_en: desde } of ranuras) {
    if (!credencial || !sal) continue
    const { llaves } = found.get(credencial) ?? { llaves: [] }
    // The newest come first.
    found.set(credencial, { credencial, sal, desde, llaves: [...llaves, llave] })
  }
  return [...found.values()].reverse()
}

/**
 * Has the browser make a passkey, whose name says nothing, and wraps the key of this device for it.
 *
 * @param prove asks her for a fresh proof where the service wants one (`withPrueba`)
 * @throws AccesoCancelado, SinPrf; what `putAcceso` and `prove` throw; DOMException
 */
export async function addAcceso(
  owner: string,
  accesos: readonly Acceso[],
  prove: (put: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const sal = random(32)
  const made = await asked(
    navigator.credentials.create({
      publicKey: {
        rp: { name: nameOnPhone() },
        // Not her id: the phone shows and keeps what stands here.
        user: { id: random(16), name: nameOnPhone(), displayName: nameOnPhone() },
        challenge: random(32),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: accesos.map(descriptorOf),
        extensions: { prf: { eval: { first: sal } } },
        timeout: WAIT_MS,
      },
    }),
  )
  const acceso = { credencial: toBase64Url(new Uint8Array(made.rawId)), sal: toBase64Url(sal) }
  try {
    const { enabled, results } = made.getClientExtensionResults().prf ?? {}
    if (!enabled && !results) throw new SinPrf()
    // Some give it only once they are asked for the passkey.
    const llave = results ? await importAcceso(bytesOf(results.first)) : await keyFrom([acceso])
    await prove(() => putAcceso(owner, llave, acceso))
  } catch (failure) {
    const there = await queryClient.fetchQuery({ ...ranurasOptions(owner), staleTime: 0 }).catch(() => null)
    // Its answer got lost, and it is there.
    if (there?.some(({ credencial }) => credencial === acceso.credencial)) return
    if (there) await forgetOnPhone(acceso.credencial)
    throw failure
  }
}

/** A passkey that opens an earlier key opens the present one too. @throws as {@link addAcceso} does */
export async function renewAcceso(
  owner: string,
  acceso: Acceso,
  prove: (put: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const llave = await keyFrom([acceso])
  const { credencial, sal } = acceso
  await prove(() => putAcceso(owner, llave, { credencial, sal }))
}

/** It opens nothing of hers any more. @throws ServiceError */
export async function removeAcceso(owner: string, { credencial }: Acceso): Promise<void> {
  await ask((db) => db.from(TABLA).delete().eq('user_id', owner).eq('credencial', credencial))
  await queryClient.invalidateQueries({ queryKey: [TABLA, owner] })
  await forgetOnPhone(credencial)
}

/** Opens the vault on this device by one of her passkeys. @throws AccesoCancelado, SinPrf, and as {@link openByCodigo} does */
export async function openByAcceso(owner: string, accesos: readonly Acceso[]) {
  return openByCodigo(owner, await keyFrom(accesos))
}

/** Asks for one of these passkeys. @returns the key of its slots */
async function keyFrom(accesos: readonly Pick<Acceso, 'credencial' | 'sal'>[]): Promise<Llave> {
  const shown = await asked(
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: accesos.map(descriptorOf),
        userVerification: 'required',
        extensions: {
          prf: {
            evalByCredential: Object.fromEntries(
              accesos.map(({ credencial, sal }) => [credencial, { first: fromBase64Url(sal) }]),
            ),
          },
        },
        timeout: WAIT_MS,
      },
    }),
  )
  const { results } = shown.getClientExtensionResults().prf ?? {}
  if (!results) throw new SinPrf()
  return importAcceso(bytesOf(results.first))
}

async function asked(answer: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await answer.catch((failure: unknown) => {
    if (failure instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(failure.name))
      throw new AccesoCancelado()
    throw failure
  })
  if (!credential) throw new AccesoCancelado()
  return credential as PublicKeyCredential
}

const descriptorOf = ({ credencial }: Pick<Acceso, 'credencial'>): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64Url(credencial),
})

const bytesOf = (source: BufferSource): Bytes =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)

/** Has the phone's own list forget a passkey that opens nothing, where the browser can ask for that. */
async function forgetOnPhone(credentialId: string): Promise<void> {
  await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId }).catch(
    () => {},
  )
}

/**
 * Wraps the key that this device seals with for a passkey.
 *
 * @param acceso the key that the passkey makes of its salt
 * @throws ServiceError as `sharePaso` does, `PT422` beyond five passkeys; CofreCerrado
 */
async function putAcceso(
  owner: string,
  acceso: Llave,
  credencial: { credencial: string; sal: string },
): Promise<void> {
  const raw = await rawToSeal(owner)
  const { id } = await importLlave(raw)
  const sobre = await sealBytes(acceso, lugarOf(owner, 'acceso'), raw)
  await ask((db) =>
    db.from(TABLA).insert({ user_id: owner, tipo: 'acceso', llave: id, sobre, ...credencial }),
  ).catch(unlessDuplicate)
  await queryClient.invalidateQueries({ queryKey: [TABLA, owner] })
}
