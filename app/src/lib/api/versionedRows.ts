import { ask } from './ask.ts'
import type { Client } from './client.ts'
import type { TablesInsert, TablesUpdate } from './database.types.ts'
import { isDuplicate, ServiceError, toServiceError } from './errors.ts'
import { refused } from './permissionSignal.ts'

/** A row of the installation that forms change; the database counts its versions. */
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
  if (now?.version === base.version) throw notHers()
  throw new StaleForm(now)
}

const notHers = () => toServiceError({ code: '42501' }, 403)
const gone = () => toServiceError({ code: 'PGRST116' }, 406)

/** A member whose role has ended reads nothing of the team's: to her an existing row looks deleted. @throws ServiceError `42501` */
async function requirePapel(): Promise<void> {
  const estado = await ask((db) => db.rpc('estado_admin', undefined, { get: true }))
  if (estado === 'activa') return
  refused.emit()
  throw notHers()
}

/** A row of the team's as it is now. @throws ServiceError `42501` where that cannot be said, because her role has ended */
export async function readAsTeam<Row>(read: () => Promise<Row | null>): Promise<Row | null> {
  const now = await read()
  if (now === null) await requirePapel()
  return now
}

/** Tables of the installation that forms change. */
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
    read: (id) => readAsTeam(() => ask((db) => rows(db).select('*').eq('id', id).maybeSingle())),
  })
}

/**
 * Changes something of a row as she has read it, without a form.
 *
 * @throws ServiceError `PT409` where somebody has changed it since, `PGRST116` where it is gone, `42501` where it is not hers to change
 */
export async function changeRow<Name extends Table>(
  table: Name,
  { id, version }: Versioned,
  change: TablesUpdate<Name>,
): Promise<void> {
  const rows = (db: Client) => db.from(table as 'salas_comunidad')
  const values = change as unknown as TablesUpdate<'salas_comunidad'>
  const changed = await ask((db) => rows(db).update(values).eq('id', id).eq('version', version).select('id'))
  if (changed.length > 0) return
  const now = await readAsTeam(() => ask((db) => rows(db).select('*').eq('id', id).maybeSingle()))
  if (now === null) throw gone()
  if (now.version === version) throw notHers()
  // Its answer got lost, or somebody else did the same.
  if (!hold(now, change))
    throw new ServiceError('Alguien lo cambió hace un momento. Míralo otra vez.', 'PT409', 409)
}

/** Somebody changed it since she read it: what she would take away is not what she has seen. */
export const CHANGED = 'Alguien lo cambió hace un momento. Míralo otra vez antes de borrarlo.'

/**
 * Deletes a row of a table as she has read it.
 *
 * @throws ServiceError `PT409` where somebody has changed it since, `PGRST116` where it is gone, `42501` where it is not hers to delete
 */
export function deleteRow(table: Table, { id, version }: Versioned): Promise<void> {
  const rows = (db: Client) => db.from(table as 'salas_comunidad')
  return takeAway({
    take: () => ask((db) => rows(db).delete().eq('id', id).eq('version', version).select('id')),
    read: () => ask((db) => rows(db).select('id, version').eq('id', id).maybeSingle()),
    why: (now) => (now.version === version ? undefined : CHANGED),
  })
}

type Taking<Row> = {
  /** Takes it away; answers with what went. */
  take: () => Promise<unknown[]>
  /** What is there now. */
  read: () => Promise<Row | null>
  /** Why it stays, in words for her, where somebody else has changed it; nothing where it is not hers to take. */
  why?: (now: Row) => string | undefined
  /** Where it is gone, in words for her. */
  without?: string
}

/**
 * Takes something of the team's away, and says so only where it went: of what a rule keeps, and of what another one of the team was
 * faster with, the service answers that nothing failed.
 *
 * @throws ServiceError `PT409` with the reason, `PGRST116` where it is gone, `42501` where it is not hers to take
 */
export async function takeAway<Row>({ take, read, why, without }: Taking<Row>): Promise<void> {
  if ((await take()).length > 0) return
  const now = await readAsTeam(read)
  if (now === null) throw without ? new ServiceError(without, gone().code, 406) : gone()
  const reason = why?.(now)
  throw reason ? new ServiceError(reason, 'PT409', 409) : notHers()
}

/** Whether a row holds these values; lists and the like by what is in them. */
export const hold = (row: object, values: object): boolean =>
  Object.entries(values).every(
    ([column, value]) =>
      JSON.stringify((row as Record<string, unknown>)[column] ?? null) === JSON.stringify(value ?? null),
  )
