import { ask } from './ask.ts'
import type { Client } from './client.ts'
import type { TablesInsert, TablesUpdate } from './database.types.ts'
import { isDuplicate, ServiceError } from './errors.ts'

/** A row of the house that forms change; the database counts its changes (migration casa). */
export type Versioned = { id: string; version: number }

/** Of a row that nobody has changed since it was added. */
const FIRST = 1

/** The form was filled in from a row that somebody has changed since, or that is gone. */
export class StaleForm extends Error {
  override name = 'StaleForm'
  /** The row as it is now; null where there is none. */
  readonly now: Versioned | null

  constructor(now: Versioned | null) {
    super('The row is not the one that the form was filled in from.')
    this.now = now
  }
}

type Writing<Row> = {
  /** Adds the row under the id that the form drew: pressed twice, or with an answer that was lost, it is there once. */
  add: (id: string) => Promise<unknown>
  /** Whether a row says what the form holds. */
  says: (row: Row) => boolean
  /** Changes the row of this id and version; answers with what it changed. */
  change: (base: Row) => Promise<unknown[]>
  /** The row as it is now. */
  read: (id: string) => Promise<Row | null>
}

/**
 * Writes what a form holds: a new row, or the change of the one that the form was filled in from.
 *
 * @param base what the form was filled in from; null for a new row
 * @throws StaleForm where that has changed or is gone; ServiceError as `ask` does
 */
export async function saveForm<Row extends Versioned>(
  { id, base }: { id: string; base: Row | null },
  { add, says, change, read }: Writing<Row>,
): Promise<void> {
  if (base === null) {
    try {
      await add(id)
    } catch (failure) {
      if (!isDuplicate(failure)) throw failure
      // It had arrived without her hearing of it, as she had it then; perhaps she has corrected it since.
      const arrived = await read(id)
      if (!arrived) throw failure
      if (says(arrived)) return
      if (arrived.version > FIRST || (await change(arrived)).length === 0) throw new StaleForm(await read(id))
    }
    return
  }
  if ((await change(base)).length > 0) return
  const now = await read(base.id)
  // It had arrived without her hearing of it; or somebody else wrote the same.
  if (now && says(now) && now.version !== base.version) return
  // It is the same as before, and still nothing was changed: it is not hers to change any more.
  if (now?.version === base.version)
    throw new ServiceError('No tienes permiso para hacer esto.', '42501', 403)
  throw new StaleForm(now)
}

/** Tables of the house that are changed by forms. */
type Table =
  | 'asociaciones_apoyo'
  | 'biblioteca_libros'
  | 'directorio_terapeutas'
  | 'encuentros'
  | 'podcast'
  | 'salas_comunidad'

/**
 * {@link saveForm} for a row of a table.
 *
 * @param row what the form holds
 * @param first what only a new row is given besides
 */
export function saveRow<Name extends Table>(
  table: Name,
  form: { id: string; base: Versioned | null },
  row: Omit<TablesInsert<Name>, 'id'>,
  first?: TablesUpdate<Name>,
): Promise<void> {
  // The client's types have no call for one table of several: one of them stands for all.
  const rows = (db: Client) => db.from(table as 'salas_comunidad')
  const values = row as unknown as TablesInsert<'salas_comunidad'>
  return saveForm(form, {
    add: (id) => ask((db) => rows(db).insert({ ...values, ...(first as typeof values), id })),
    says: (now) => hold(now, row),
    change: ({ id, version }) =>
      ask((db) => rows(db).update(values).eq('id', id).eq('version', version).select('id')),
    read: (id) => ask((db) => rows(db).select('*').eq('id', id).maybeSingle()),
  })
}

/** Whether a row holds these values; lists and the like by what is in them. */
export const hold = (row: object, values: object): boolean =>
  Object.entries(values).every(
    ([column, value]) =>
      JSON.stringify((row as Record<string, unknown>)[column] ?? null) === JSON.stringify(value ?? null),
  )
