import { unzipSync } from 'fflate'
import { ask } from '../../lib/api/ask.ts'
import { toServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { llaveToSeal, sealTextWith } from '../../lib/cofre/cofre.ts'
import type { Llave } from '../../lib/cofre/sobre.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { diaryDrafts, lugarOf, readSaved, TABLA } from './entradas.ts'
import { ArchivoAjeno, type Cambio, type Leido, type Plan, planImport, readDiarioAjeno } from './importar.ts'

/* Brings a diary of another program: read on this device, shown, and written day by day where she says so. */

/** Larger is no diary of words. */
const LARGEST_BYTES = 50 * 1024 * 1024
const TEXTS = /\.(json|txt|md|text|markdown)$/i

/** A file cannot be taken, in words for her. */
export class NoSeLee extends Error {
  override name = 'NoSeLee'
}

const NO_DIARY =
  'No encontramos entradas en ese archivo. Elige el JSON de Day One, o un texto con fechas como 2026-11-29 o 29/11/2026.'

/** What is in a file: a text, or an archive of texts, whose pictures are left. @throws NoSeLee */
export async function readArchivo(file: File): Promise<Leido> {
  if (file.size > LARGEST_BYTES) throw new NoSeLee('Ese archivo es demasiado grande: caben 50 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const texts = isZip ? textsIn(bytes) : [{ name: file.name, bytes }]
  const leidos = texts.flatMap(({ name, bytes }) => {
    try {
      return readDiarioAjeno(name, new TextDecoder().decode(bytes))
    } catch (failure) {
      if (failure instanceof ArchivoAjeno) return []
      throw failure
    }
  })
  if (leidos.length === 0) throw new NoSeLee(NO_DIARY)
  return {
    notas: leidos.flatMap(({ notas }) => notas),
    sinTexto: leidos.reduce((sum, { sinTexto }) => sum + sinTexto, 0),
  }
}

function textsIn(archive: Uint8Array): { name: string; bytes: Uint8Array }[] {
  // A packed text that unfolds beyond all measure is none.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) =>
    TEXTS.test(name) && !name.startsWith('__MACOSX') && originalSize <= LARGEST_BYTES
  try {
    // Within this thread: a worker made of a blob is what the page's own policy refuses.
    return Object.entries(unzipSync(archive, { filter })).map(([name, bytes]) => ({ name, bytes }))
  } catch {
    throw new NoSeLee('Ese archivo comprimido está dañado.')
  }
}

/** What bringing it would change, as the diary is now. @throws ServiceError */
export async function planFor(
  owner: string,
  { notas }: Leido,
  signal: AbortSignal,
): Promise<Plan & { bases: Bases }> {
  const saved = await readSaved(owner, signal)
  const closed = saved.filter(({ ilegible }) => ilegible).map(({ fecha }) => fecha)
  const escrito = new Map(saved.map(({ fecha, contenido }) => [fecha, contenido]))
  const bases = new Map(saved.map(({ fecha, actualizado_en }) => [fecha, actualizado_en!]))
  const ocupados = new Set([...closed, ...diaryDrafts.get().registros.keys()])
  return { ...planImport(notas, escrito, ocupados), bases }
}

/** The version of each written day that the plan was made upon. */
type Bases = ReadonlyMap<Fecha, string>

/** Written together: few enough for the slowest line. */
const POR_VEZ = 50
const LETTERS = 150_000

/**
 * Writes what was planned, sealed where she has a vault. What another device has changed since stays as it is. Stopped at any moment, what is
 * written stays, and doing it again goes on.
 *
 * @param onPart told how many days are written
 * @returns how many were
 * @throws CofreCerrado, ServiceError
 */
export async function bringPlan(
  owner: string,
  { cambios, bases }: { cambios: readonly Cambio[]; bases: Bases },
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<number> {
  let done = 0
  let written = 0
  try {
    for (const part of inParts(cambios)) {
      signal.throwIfAborted()
      const llave = await llaveToSeal(owner)
      written += await writeTogether(owner, llave, part, bases)
      done += part.length
      onPart(done)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [TABLA, owner] })
  }
  return written
}

function inParts(cambios: readonly Cambio[]): Cambio[][] {
  const parts: Cambio[][] = []
  let letters = Number.POSITIVE_INFINITY
  for (const cambio of cambios) {
    letters += cambio.contenido.length
    if (letters > LETTERS || parts.at(-1)!.length === POR_VEZ) {
      parts.push([])
      letters = cambio.contenido.length
    }
    parts.at(-1)!.push(cambio)
  }
  return parts
}

async function writeTogether(
  owner: string,
  llave: Llave | null,
  cambios: readonly Cambio[],
  bases: Bases,
): Promise<number> {
  const rows = await Promise.all(
    cambios.map(async ({ fecha, contenido }) => ({
      user_id: owner,
      fecha,
      tipo: 'texto',
      contenido: llave ? await sealTextWith(llave, lugarOf(owner, fecha), contenido) : contenido,
      basada_en: bases.get(fecha) ?? '-infinity',
    })),
  )
  try {
    await ask((db) => db.from(TABLA).upsert(rows, { onConflict: 'user_id,fecha' }), { within: SILENCE_MS })
    return rows.length
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    if (cambios.length === 1) return 0
    let written = 0
    for (const cambio of cambios) written += await writeTogether(owner, llave, [cambio], bases)
    return written
  }
}
