import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidRequest } from './errors.ts'
import {
  assertKey,
  bucketId,
  isoMoment,
  namePrefix,
  parseBody,
  requester,
  type StorageContext,
} from './request.ts'

const order = z
  .string()
  .nullish()
  .transform((value) => (value?.toLowerCase() === 'desc' ? 'desc' : 'asc'))
const listBody = z.object({
  prefix: z.string(),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).max(2_147_483_647).default(0),
  search: z.string().max(200).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order,
    })
    .nullish(),
})
const listV2Body = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at']), order }).nullish(),
})
const cursorContent = z.tuple([z.string(), z.string()])

/** Listing. Every row comes through the policies on `storage.objects`: nobody learns of a name that she may not see. */
export function listRoutes(app: FastifyInstance, ctx: StorageContext): void {
  app.post('/object/list/:bucket', async (request, reply) => {
    assertKey(request)
    const identity = await requester(ctx, request)
    const body = parseBody(listBody, request.body)
    const folder = namePrefix(body.prefix)
    const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
    const { column, order } = body.sortBy ?? { column: 'name', order: 'asc' }
    const [result] = await ctx.db.asUser(identity, {
      text: listOneLevel(column, order),
      values: [
        bucketOf(request),
        prefix,
        namePrefix(body.search ?? ''),
        String(body.limit),
        String(body.offset),
      ],
    })
    return reply.type('application/json').send(result!.rows[0]![0])
  })

  app.post('/object/list-v2/:bucket', async (request) => {
    assertKey(request)
    const identity = await requester(ctx, request)
    const body = parseBody(listV2Body, request.body)
    const { column, order } = body.sortBy ?? { column: 'name', order: 'asc' }
    const [sortValue, name] = readCursor(body.cursor)
    const [result] = await ctx.db.asUser(identity, {
      text: listByKeys(column, order, body.with_delimiter),
      values: [bucketOf(request), namePrefix(body.prefix), String(body.limit + 1), sortValue, name],
    })
    const entries = result!.rows.map(([json]) => JSON.parse(json!) as Entry)
    const page = entries.slice(0, body.limit)
    const last = page.at(-1)
    // As the model: by levels an entry's own part of the name is its key; the name is always whole.
    const level = body.prefix.split('/').length - 1
    const shown = ({ sort_value: _sort, key, ...entry }: Entry) =>
      body.with_delimiter ? { key: key.split('/')[level], name: key, ...entry } : { name: key, ...entry }
    const hasNext = entries.length > page.length
    return {
      hasNext,
      ...(hasNext && last ? { nextCursor: writeCursor(last.sort_value, last.key) } : {}),
      folders: page.filter(({ id }) => id === null).map(shown),
      objects: page.filter(({ id }) => id !== null).map(shown),
    }
  })
}

interface Entry {
  key: string
  id: string | null
  sort_value: string
}

/** One level below a prefix, folders first, as Supabase lists them: a folder is the first part of a longer name. */
function listOneLevel(column: string, direction: string): string {
  return `
    with below as (
      select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ), matching as (
      select * from below where rest <> '' and starts_with(lower(rest), lower($3))
    ), entries as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from matching where position('/' in rest) > 0
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from matching where position('/' in rest) = 0
    ), page as (
      select * from entries
      order by id is not null, ${column === 'name' ? '' : `${column} ${direction},`} name collate "C" ${direction}
      limit $4::int offset $5::int
    )
    select coalesce(json_agg(json_build_object('name', name, 'id', id, 'updated_at', ${isoMoment('updated_at')},
      'created_at', ${isoMoment('created_at')}, 'last_accessed_at', ${isoMoment('last_accessed_at')}, 'metadata', metadata)), '[]') from page`
}

/** All names that begin so, by key; with a delimiter, those with a further slash are folded into one folder. */
function listByKeys(column: string, direction: string, isFolded: boolean): string {
  const after = direction === 'asc' ? '>' : '<'
  const key = isFolded
    ? `case when position('/' in substr(name, length($2) + 1)) > 0
         then $2 || split_part(substr(name, length($2) + 1), '/', 1) || '/' else name end`
    : 'name'
  // Text that sorts as the moments do, so that one cursor serves all columns.
  const sortValue = column === 'name' ? `''` : `to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`
  return `
    with found as (
      select ${key} as key, name, id, updated_at, created_at, last_accessed_at, metadata, ${sortValue} as sort_value
      from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ), entries as (
      select key, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata, min(sort_value) as sort_value
      from found where key <> name group by key
      union all
      select key, id, updated_at, created_at, last_accessed_at, metadata, sort_value from found where key = name
    )
    select json_build_object('key', key, 'id', id, 'updated_at', ${isoMoment('updated_at')}, 'created_at', ${isoMoment('created_at')},
      'last_accessed_at', ${isoMoment('last_accessed_at')}, 'metadata', metadata, 'sort_value', sort_value) from entries
    where $4::text is null or (sort_value collate "C", key collate "C") ${after} ($4, $5)
    order by sort_value collate "C" ${direction}, key collate "C" ${direction} limit $3::int`
}

function writeCursor(sortValue: string, name: string): string {
  return Buffer.from(JSON.stringify([sortValue, name])).toString('base64url')
}

function readCursor(cursor: string | null | undefined): [string | null, string | null] {
  if (!cursor) return [null, null]
  try {
    const [sortValue, name] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return [namePrefix(sortValue), namePrefix(name)]
  } catch {
    throw invalidRequest('body/cursor is not valid')
  }
}

function bucketOf(request: FastifyRequest): string {
  return bucketId((request.params as { bucket: string }).bucket)
}
