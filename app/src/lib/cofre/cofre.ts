import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../api/ask.ts'
import { refusalOf, ServiceError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { keepCopy, LLAVERO, readCopyOrFail } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'
import { CLASES, changeHere, inTurnOfTabs } from './hojasAqui.ts'
import { asChanged } from './notas.ts'
import {
  type Bytes,
  fromBase64Url,
  importLlave,
  isSobre,
  LLAVE_BYTES,
  type Llave,
  type Lugar,
  llaveOf,
  open,
  openBytes,
  SobreRoto,
  seal,
  sealBytes,
  selloOf,
  toBase64Url,
} from './sobre.ts'

/*
 * The vault of a member (docs/vault.md): one random data key, and slots that wrap it. This device's slot is a copy like every other that the
 * device keeps, sealed by the browser's own key; the others are rows of hers at the service.
 */

/** The keys that this device has: the one to seal with, null where it only reads, and all that open. */
export type Llavero = { actual: Llave | null; todas: ReadonlyMap<string, Llave> }

/** As the device keeps it: the data keys, and which of them seals. */
type Guardado = { llaves: string[]; actual: string | null }

type Ranura = {
  tipo: string
  llave: string
  sobre: string
  releva: string | null
  sello: string | null
  credencial: string | null
  sal: string | null
  creada_en: string
}

export const TABLA = 'cofre_ranuras'

/** Whether this browser offers what a vault needs. */
export const hasCofre = (): boolean => Boolean(globalThis.crypto?.subtle) && 'indexedDB' in globalThis

/** There is a vault, and this device has not the key that seals. */
export class CofreCerrado extends ServiceError {
  override name = 'CofreCerrado'

  constructor() {
    super('Este dispositivo no tiene tu llave: ponla en Mi Perfil.', 'cofre_cerrado', 409)
  }
}

/** Her slots, as the service has them. */
export const ranurasOptions = (owner: string) =>
  queryOptions({
    queryKey: [TABLA, owner],
    // Without the signal: she leaves the screen that asked, and what is being sealed waits for the same answer.
    queryFn: (): Promise<Ranura[]> =>
      ask((db) =>
        db
          .from(TABLA)
          .select('tipo, llave, sobre, releva, sello, credencial, sal, creada_en')
          .eq('user_id', owner)
          .order('creada_en', { ascending: false }),
      ),
  })

export const askRanuras = (owner: string) =>
  queryClient.fetchQuery({ ...ranurasOptions(owner), staleTime: 0 })

/** Memory forgets them with everything of hers (`queryClient.clear`). */
export const llaveroOptions = (owner: string) =>
  queryOptions({
    queryKey: ['llavero', owner],
    queryFn: async (): Promise<Llavero | null> => {
      const kept = hasCofre() && (await keptHere(owner).catch(() => null))
      return kept && kept.llaves.length > 0 ? llaveroFrom(kept) : null
    },
    // Another tab may have been given one.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The keys that this device has of an account; null where it has none. */
export const llaveroOf = (owner: string): Promise<Llavero | null> =>
  queryClient.fetchQuery(llaveroOptions(owner))

async function llaveroFrom({ llaves, actual }: Kept): Promise<Llavero> {
  const todas = new Map((await Promise.all(llaves.map(importLlave))).map((llave) => [llave.id, llave]))
  return { actual: (actual && todas.get(actual)) || null, todas }
}

/** The same for a screen; undefined while they are read. */
export const useLlavero = () => useQuery(llaveroOptions(useUser().id)).data

// Another tab was given a key, or changed it: what this one believes is read anew.
const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('llavero') : null
otherTabs?.addEventListener('message', () => void queryClient.invalidateQueries({ queryKey: ['llavero'] }))

/**
 * With which key to seal what is hers. The service is asked each time: another device may have made a vault, or changed its key.
 *
 * @returns null where she has no vault
 * @throws CofreCerrado; ServiceError where the service could not say whether she has one
 */
export async function llaveToSeal(owner: string): Promise<Llave | null> {
  const ranuras = await askRanuras(owner)
  const llavero = await settle(owner, ranuras)
  // A service that shows no slots is not believed by a device that has a key.
  if (llavero?.actual) return llavero.actual
  if (currentOf(ranuras) === null && !llavero) return null
  throw new CofreCerrado()
}

/**
 * With which key to go on after this one: itself, until somebody who had it put another one in its place; then that one, and so on. The first
 * such change counts: the key that was given up vouches for nothing any more. One that was begun without this key changes nothing.
 *
 * @returns null where this device has not the one that took its place
 */
async function heirOf(
  llave: Llave,
  todas: Llavero['todas'],
  ranuras: readonly Ranura[],
): Promise<Llave | null> {
  for (const { sello, llave: next } of ranuras.toReversed()) {
    if (sello === null || next === llave.id || sello !== (await selloOf(llave, next))) continue
    const heir = todas.get(next)
    return heir
      ? heirOf(
          heir,
          todas,
          ranuras.filter((one) => one.sello !== sello),
        )
      : null
  }
  return llave
}

/**
 * This device goes on with the key that took the place of its own, or seals with none where it has not that one. A page that was closed in the
 * middle of a change, or whose answer got lost, is brought up to date by it.
 */
async function settle(owner: string, ranuras: readonly Ranura[]): Promise<Llavero | null> {
  const llavero = await llaveroOf(owner)
  if (!llavero?.actual) return llavero
  const actual = await heirOf(llavero.actual, llavero.todas, ranuras)
  if (actual === llavero.actual) return llavero
  return (
    // What the device has now counts: another tab may have been given the key meanwhile.
    sealWith(owner, (now) => now.actual && heirOf(now.actual, now.todas, ranuras))
      // A device that is full does the same each time.
      .catch(() => ({ ...llavero, actual }))
  )
}

const currentOf = (ranuras: readonly Ranura[]): string | null =>
  ranuras.find(({ tipo }) => tipo === 'codigo')?.llave ?? null

/** A text as it is sealed, or as it is where she has no vault. @throws as {@link llaveToSeal} does */
export async function sealText(lugar: Lugar, texto: string): Promise<string> {
  const llave = await llaveToSeal(lugar.owner)
  return llave ? sealTextWith(llave, lugar, texto) : texto
}

export const sealTextWith = (llave: Llave, lugar: Lugar, texto: string): Promise<string> =>
  seal(llave, lugar, { texto })

/** What could be read of a text that may be sealed: its words; or that this device has no key for it, or that it is damaged. */
export type Abierta = { texto: string; sellada: boolean } | 'cerrada' | 'rota'

export async function openText(lugar: Lugar, contenido: string): Promise<Abierta> {
  if (!isSobre(contenido)) return { texto: contenido, sellada: false }
  const llavero = await llaveroOf(lugar.owner)
  const llave = llavero?.todas.get(llaveOf(contenido)!)
  if (!llave) return 'cerrada'
  try {
    return { texto: (await open<{ texto: string }>(llave, lugar, contenido)).texto, sellada: true }
  } catch (failure) {
    if (failure instanceof SobreRoto) return 'rota'
    throw failure
  }
}

export type Estado = 'leyendo' | 'sin' | 'cerrado' | 'abierto' | 'imposible'

/**
 * How the vault of this account stands on this device: `cerrado` where this device cannot seal, though it may read ({@link useLlavero}). A service
 * that cannot be reached leaves it at what the device knows.
 */
export function useCofre(): Estado {
  const { id } = useUser()
  const llavero = useLlavero()
  const { data: ranuras } = useQuery(ranurasOptions(id))
  useEffect(() => {
    // Another device may have changed the key.
    if (ranuras) void settle(id, ranuras)
  }, [id, ranuras])
  if (llavero?.actual) return 'abierto'
  if (!ranuras || (hasCofre() && llavero === undefined)) return 'leyendo'
  if (ranuras.length > 0) return 'cerrado'
  return hasCofre() ? 'sin' : 'imposible'
}

/** Where a slot of this kind belongs. */
export const lugarOf = (owner: string, tipo: string): Lugar => ({ tabla: TABLA, owner, fila: tipo })

/**
 * Makes the vault: a data key that this device keeps and that the code opens. Where she has one, it takes its place; what was sealed with the
 * other stays as it is until it is sealed anew, and opens with its own code or where that key is.
 *
 * @param releva the id of the key that she gives up; null where she knows of none
 * @throws ServiceError: `PT428` without a fresh proof, `PT403` where a mailbox is all that was proven, `PT409` where another device was faster;
 *   LlaveIncierta; an Error where the device does not keep the key: then the service has heard of nothing
 */
export async function createCofre(owner: string, codigo: Llave, releva: string | null): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(LLAVE_BYTES))
  const { id } = await importLlave(raw)
  const { actual, todas } = (await llaveroOf(owner)) ?? {}
  // What this device seals with, whatever the service calls the present one, vouches for the one after it.
  const before = actual ?? todas?.get(releva ?? '')
  await keepHere(owner, [raw])
  try {
    await putCodigo(owner, codigo, raw, { releva, sello: before ? await selloOf(before, id) : null })
  } catch (failure) {
    const refused = refusalOf(failure) !== undefined
    if (refused) await dropHere(owner, raw)
    // Its answer got lost, or that of an earlier try, and it is there: this code opens it.
    const opened = await openByCodigo(owner, codigo).catch(() => null)
    if (opened === 'abierto') return
    throw opened || refused ? failure : new LlaveIncierta(failure)
  }
  await sealWith(owner, ({ todas }) => todas.get(id)!)
}

/** Changes the key that this device seals with for a new one. @throws as {@link createCofre} does; CofreCerrado where it seals with none */
export async function renewCofre(owner: string, codigo: Llave): Promise<void> {
  const ranuras = await askRanuras(owner)
  if (!(await settle(owner, ranuras))?.actual) throw new CofreCerrado()
  await createCofre(owner, codigo, currentOf(ranuras))
}

/** Whether her new key is at the service could not be learned: where it is, what she writes from now on is sealed with it. */
export class LlaveIncierta extends ServiceError {
  override name = 'LlaveIncierta'

  constructor(cause: unknown) {
    super(
      'Guarda estas palabras y también las de antes, si las tienes: puede que necesites las dos hojas. Inténtalo de nuevo cuando tengas conexión.',
      'llave_incierta',
      0,
      cause,
    )
  }
}

/** A new code for the same data key; those before open as well. @throws ServiceError as {@link createCofre} does; CofreCerrado */
export async function changeCodigo(owner: string, codigo: Llave): Promise<void> {
  const raw = await rawToSeal(owner)
  const { id } = await importLlave(raw)
  const current = await currentLlave(owner)
  try {
    // One that somebody began without hers keeps her from no code.
    await putCodigo(owner, codigo, raw, { releva: current === id ? null : current, sello: null })
  } catch (failure) {
    const there = await askRanuras(owner).catch(() => [])
    if (!there.some(({ sobre }) => llaveOf(sobre) === codigo.id)) throw failure
  }
}

/** The key that this device seals with. @throws CofreCerrado where it has none; ServiceError */
export async function rawToSeal(owner: string): Promise<Bytes> {
  const actual = (await settle(owner, await askRanuras(owner)))?.actual
  const { llaves } = await keptHere(owner)
  for (const raw of llaves) if ((await importLlave(raw)).id === actual?.id) return raw
  throw new CofreCerrado()
}

async function putCodigo(
  owner: string,
  codigo: Llave,
  raw: Bytes,
  taking: Pick<Ranura, 'releva' | 'sello'>,
): Promise<void> {
  const { id } = await importLlave(raw)
  const sobre = await sealBytes(codigo, lugarOf(owner, 'codigo'), raw)
  await ask((db) => db.from(TABLA).insert({ user_id: owner, tipo: 'codigo', llave: id, sobre, ...taking }))
}

/** Stands behind the key that seals, where a slot hands over several. */
const SELLA = 1

/**
 * Wraps every key of this device for another one of hers, for ten minutes, and says with which of them it seals.
 *
 * @param paso the code that the other device is given
 * @throws ServiceError `PT428` without a fresh proof, `PT403` where a mailbox is all that was proven; CofreCerrado
 */
export async function sharePaso(owner: string, paso: Llave): Promise<void> {
  const sella = toBase64Url(await rawToSeal(owner))
  const { llaves } = await keptHere(owner)
  const rows = await Promise.all(
    llaves.map(async (raw) => ({
      user_id: owner,
      tipo: 'paso',
      llave: (await importLlave(raw)).id,
      sobre: await sealBytes(
        paso,
        lugarOf(owner, 'paso'),
        toBase64Url(raw) === sella ? Uint8Array.of(...raw, SELLA) : raw,
      ),
    })),
  )
  await ask((db) => db.from(TABLA).insert(rows))
}

/** The key that seals now, as the service knows it; null where she has no vault. @throws ServiceError */
export const currentLlave = async (owner: string): Promise<string | null> =>
  currentOf(await askRanuras(owner))

/**
 * Opens the vault on this device by a code: her twelve words, or what another device of hers shows; or by what a passkey of hers makes.
 *
 * @returns `desconocido` where the code is none of hers; `anterior` where it opens a key that was changed for another, or several that do not lead to
 *   one: then this device reads what was sealed with them, and does not seal
 * @throws ServiceError; an Error where the device does not keep the key
 */
export async function openByCodigo(
  owner: string,
  codigo: Llave,
): Promise<'abierto' | 'desconocido' | 'anterior'> {
  const ranuras = await askRanuras(owner)
  const raws: Bytes[] = []
  let sella: Bytes | undefined
  // A slot that says it is of this code and does not open was not made by her.
  for (const { tipo, llave, sobre } of ranuras.filter((one) => llaveOf(one.sobre) === codigo.id)) {
    const opened = await openBytes(codigo, lugarOf(owner, tipo), sobre).catch(() => null)
    const raw = opened?.slice(0, LLAVE_BYTES)
    if (!raw || (await importLlave(raw)).id !== llave) continue
    raws.push(raw)
    if (opened!.length > LLAVE_BYTES) sella = raw
  }
  return raws.length === 0 ? 'desconocido' : adopt(owner, raws, ranuras, sella)
}

/**
 * This device has these keys from now on, and seals with the one that its owner went on with. Who has her password can begin a key without hers, also
 * before she has one, and give it to the installation beside them: so each of them has to lead to the same, else it seals with none.
 *
 * @param sella which of them seals, where a device of hers says so
 */
export async function adopt(
  owner: string,
  raws: Bytes[],
  ranuras: readonly Ranura[],
  sella?: Bytes,
): Promise<'abierto' | 'anterior'> {
  await keepHere(owner, raws)
  const { actual, todas } = (await settle(owner, ranuras))!
  const idOf = async (raw: Bytes) => (await importLlave(raw)).id
  // A key that has no code was refused, or did not arrive: this device may have the only copy of it.
  const hasCodigo = (id: string) => ranuras.some(({ tipo, llave }) => tipo === 'codigo' && llave === id)
  const given = sella ? [await idOf(sella)] : (await Promise.all(raws.map(idOf))).filter(hasCodigo)
  const heirs = new Set(await Promise.all(given.map((id) => heirOf(todas.get(id)!, todas, ranuras))))
  const [only = null] = heirs.size === 1 ? heirs : []
  // A code of before is read with, where this device has the present one.
  const llave = actual && actual.id === currentOf(ranuras) ? actual : only
  await sealWith(owner, (now) => (llave ? now.todas.get(llave.id)! : now.actual))
  return llave ? 'abierto' : 'anterior'
}

type Kept = { llaves: Bytes[]; actual: string | null }

/** @throws DOMException where the device cannot be read: keys that are there must not be taken for none */
export async function keptHere(owner: string): Promise<Kept> {
  const { llaves = [], actual = null } = (await readCopyOrFail<Guardado>(owner, LLAVERO)) ?? {}
  return { llaves: llaves.map(fromBase64Url), actual }
}

/** This device opens from now on what is sealed with these keys, too. */
async function keepHere(owner: string, raws: Bytes[]): Promise<void> {
  const llavero = await changeKept(owner, ({ llaves, actual }) => ({ llaves: [...llaves, ...raws], actual }))
  // Nothing is sealed before the key was read back.
  for (const raw of raws)
    if (!llavero?.todas.has((await importLlave(raw)).id)) throw new Error('the device did not keep the key')
}

/** The service refused this key: nothing was sealed with it, and a device that has it alone has no vault. */
async function dropHere(owner: string, raw: Bytes): Promise<void> {
  const gone = toBase64Url(raw)
  await changeKept(owner, ({ llaves, actual }) => ({
    llaves: llaves.filter((one) => toBase64Url(one) !== gone),
    actual,
  }))
}

/** From now on this device seals with the key that is chosen of those that it has; with none, it reads. */
async function sealWith(
  owner: string,
  choose: (now: Llavero) => Llave | null | Promise<Llave | null>,
): Promise<Llavero | null> {
  let before: string | null = null
  const llavero = await changeKept(owner, async (kept) => {
    before = kept.actual
    return { ...kept, actual: (await choose(await llaveroFrom(kept)))?.id ?? null }
  })
  const actual = llavero?.actual
  if (actual && actual.id !== before) for (const clase of CLASES) await changeHere(owner, clase, asChanged)
  otherTabs?.postMessage(null)
  // What could not be read is read anew.
  void queryClient.invalidateQueries()
  return llavero
}

/** Changes the keys that this device has, in one tab after the other. @returns them, read back */
const changeKept = (owner: string, change: (kept: Kept) => Kept | Promise<Kept>): Promise<Llavero | null> =>
  inTurnOfTabs(LLAVERO, async () => {
    const { llaves, actual } = await change(await keptHere(owner))
    const guardado: Guardado = { llaves: [...new Set(llaves.map(toBase64Url))], actual }
    await keepCopy(owner, LLAVERO, guardado)
    return queryClient.fetchQuery({ ...llaveroOptions(owner), staleTime: 0 })
  })
