import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { ServiceError, toServiceError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { keepCopy, LLAVERO, readCopy } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'
import { CLASES, changeHere } from './hojasAqui.ts'
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
  toBase64Url,
} from './sobre.ts'

/*
 * The vault of a member (docs/vault.md): one random data key, and slots that wrap it. This device's slot is a copy like every other that the
 * device keeps, sealed by the browser's own key; the others are rows of hers at the service.
 */

/** The keys that this device has: the one to seal with, and all that open. */
export type Llavero = { actual: Llave; todas: ReadonlyMap<string, Llave> }

/** As the device keeps it: the data keys, the one to seal with first. */
type Guardado = { llaves: string[] }

const TABLA = 'cofre_ranuras'
/** For so long it is believed that she has no vault; another device may make one meanwhile. */
const BELIEVED_MS = 60_000

/** Whether this browser offers what a vault needs. */
export const hasCofre = (): boolean => Boolean(globalThis.crypto?.subtle) && 'indexedDB' in globalThis

/** There is a vault, and this device has no key of it. */
export class CofreCerrado extends ServiceError {
  override name = 'CofreCerrado'

  constructor() {
    super('Este dispositivo no tiene tu llave: ponla en Mi Perfil.', 'cofre_cerrado', 409)
  }
}

const ranurasOptions = (owner: string) =>
  queryOptions({
    queryKey: [TABLA, owner],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(TABLA)
            .select('tipo, llave, sobre')
            .eq('user_id', owner)
            .order('creada_en', { ascending: false }),
        { signal },
      ),
    staleTime: BELIEVED_MS,
  })

/** Memory forgets them with everything of hers (`queryClient.clear`). */
const llaveroOptions = (owner: string) =>
  queryOptions({
    queryKey: ['llavero', owner],
    queryFn: async () => {
      const raws = await keptHere(owner)
      return raws.length > 0 ? llaveroFrom(raws) : null
    },
    // Another tab may have been given one.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The keys that this device has of an account; null where it has none. */
export const llaveroOf = async (owner: string): Promise<Llavero | null> =>
  hasCofre() ? queryClient.fetchQuery(llaveroOptions(owner)) : null

async function llaveroFrom(raws: Bytes[]): Promise<Llavero> {
  const llaves = await Promise.all(raws.map(importLlave))
  return { actual: llaves[0]!, todas: new Map(llaves.map((llave) => [llave.id, llave])) }
}

/**
 * With which key to seal what is hers.
 *
 * @returns null where she has no vault
 * @throws CofreCerrado; ServiceError where the service could not say whether she has one
 */
export async function llaveToSeal(owner: string): Promise<Llave | null> {
  if (!hasCofre()) return null
  const llavero = await llaveroOf(owner)
  if (llavero) return llavero.actual
  const ranuras = await queryClient.fetchQuery(ranurasOptions(owner))
  if (ranuras.length === 0) return null
  throw new CofreCerrado()
}

/** A text as it is sealed, or as it is where she has no vault. @throws as {@link llaveToSeal} does */
export async function sealText(lugar: Lugar, texto: string): Promise<string> {
  const llave = await llaveToSeal(lugar.owner)
  return llave ? seal(llave, lugar, { texto }) : texto
}

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

/** How the vault of this account stands on this device. A service that cannot be reached leaves it at what the device knows. */
export function useCofre(): Estado {
  const { id } = useUser()
  const { data: llavero } = useQuery({ ...llaveroOptions(id), enabled: hasCofre() })
  const { data: ranuras } = useQuery({ ...ranurasOptions(id), enabled: llavero === null })
  if (!hasCofre()) return 'imposible'
  if (llavero) return 'abierto'
  if (llavero === undefined || !ranuras) return 'leyendo'
  return ranuras.length > 0 ? 'cerrado' : 'sin'
}

const lugarOf = (owner: string, tipo: string): Lugar => ({ tabla: TABLA, owner, fila: tipo })

/**
 * Makes the vault: a data key that this device keeps and that the code opens. Where she has one, it takes its place; what was sealed with the
 * other stays as it is until it is sealed anew, and opens with its own code or where that key is.
 *
 * @param releva the id of the key that she gives up; null where she knows of none
 * @throws ServiceError: `PT428` without a fresh proof, `PT409` where another device was faster; an Error where the device does not keep it
 */
export async function createCofre(owner: string, codigo: Llave, releva: string | null): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(LLAVE_BYTES))
  try {
    await putCodigo(owner, codigo, raw, releva)
  } catch (failure) {
    // Its answer got lost, and it is there: this code opens it.
    if (toServiceError(failure).code !== 'PT409' || (await openByCodigo(owner, codigo)) !== 'abierto')
      throw failure
    return
  }
  await keepHere(owner, [raw, ...(await keptHere(owner))])
  for (const clase of CLASES) await changeHere(owner, clase, asChanged)
}

/** A new code for the same data key; the one before it opens for seven more days. @throws as {@link createCofre} does; CofreCerrado */
export async function changeCodigo(owner: string, codigo: Llave): Promise<void> {
  const [actual] = await keptHere(owner)
  if (!actual) throw new CofreCerrado()
  await putCodigo(owner, codigo, actual, null)
}

async function putCodigo(owner: string, codigo: Llave, raw: Bytes, releva: string | null): Promise<void> {
  const { id } = await importLlave(raw)
  const sobre = await sealBytes(codigo, lugarOf(owner, 'codigo'), raw)
  await ask((db) => db.from(TABLA).insert({ user_id: owner, tipo: 'codigo', llave: id, sobre, releva }))
}

/**
 * Wraps every key of this device for another one of hers, for ten minutes.
 *
 * @param paso the code that the other device is given
 * @throws ServiceError `PT428` without a fresh proof; CofreCerrado
 */
export async function sharePaso(owner: string, paso: Llave): Promise<void> {
  const raws = await keptHere(owner)
  if (raws.length === 0) throw new CofreCerrado()
  const rows = await Promise.all(
    raws.map(async (raw) => ({
      user_id: owner,
      tipo: 'paso',
      llave: (await importLlave(raw)).id,
      sobre: await sealBytes(paso, lugarOf(owner, 'paso'), raw),
    })),
  )
  await ask((db) => db.from(TABLA).insert(rows))
}

/** The key that seals now, as the service knows it; null where she has no vault. @throws ServiceError */
export async function currentLlave(owner: string): Promise<string | null> {
  const ranuras = await queryClient.fetchQuery({ ...ranurasOptions(owner), staleTime: 0 })
  return currentOf(ranuras)
}

/**
 * Opens the vault on this device by a code: her twelve words, or what another device of hers shows.
 *
 * @returns `desconocido` where the code is none of hers, `anterior` where it opens an earlier key and this device has not the present one
 * @throws ServiceError; an Error where the device does not keep the key
 */
export async function openByCodigo(
  owner: string,
  codigo: Llave,
): Promise<'abierto' | 'desconocido' | 'anterior'> {
  const ranuras = await queryClient.fetchQuery({ ...ranurasOptions(owner), staleTime: 0 })
  const fitting = ranuras.filter(({ sobre }) => llaveOf(sobre) === codigo.id)
  if (fitting.length === 0) return 'desconocido'
  const here = await keptHere(owner)
  const current = currentOf(ranuras)
  const opensCurrent = fitting.some(({ llave }) => llave === current)
  if (!opensCurrent && here.length === 0) return 'anterior'
  const opened = await Promise.all(
    fitting.map(async ({ tipo, llave, sobre }) => ({
      isCurrent: llave === current,
      raw: await openBytes(codigo, lugarOf(owner, tipo), sobre),
    })),
  )
  const raws = (are: boolean) => opened.filter(({ isCurrent }) => isCurrent === are).map(({ raw }) => raw)
  await keepHere(owner, [...raws(true), ...here, ...raws(false)])
  return 'abierto'
}

const currentOf = (ranuras: readonly { tipo: string; llave: string }[]): string | null =>
  ranuras.find(({ tipo }) => tipo === 'codigo')?.llave ?? null

async function keptHere(owner: string): Promise<Bytes[]> {
  return ((await readCopy<Guardado>(owner, LLAVERO))?.llaves ?? []).map(fromBase64Url)
}

/** From now on this device opens what is sealed with these keys. */
async function keepHere(owner: string, raws: Bytes[]): Promise<void> {
  await keepCopy(owner, LLAVERO, { llaves: [...new Set(raws.map(toBase64Url))] } satisfies Guardado)
  // Nothing is sealed before the key was read back.
  if (!(await queryClient.fetchQuery({ ...llaveroOptions(owner), staleTime: 0 })))
    throw new Error('the device did not keep the key')
  // What could not be read is read anew.
  void queryClient.invalidateQueries()
}
