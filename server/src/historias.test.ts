// biome-ignore-all lint/style/noRestrictedImports: the official client is tried on the whole server
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, Inbox, type Member, startWorld, subscribed, type World } from '../testing/realtime.ts'

// Nobody learns who wrote an anonymous story: every way of asking answers about Ana, who wrote many, what it answers
// about somebody who does not exist.

const CARLA = 'c0000000-0000-4000-8000-000000000003'
const NOBODY = 'e0000000-0000-4000-8000-00000000000e'

let world: World
let ana: Member
let bea: Member
let carla: Member
let story: string
beforeAll(async () => {
  world = await startWorld()
  ;[ana, bea, carla] = [await world.member(ANA), await world.member(BEA), await world.member(CARLA)]
  // The team sees a story at once here.
  await world.sql(`update interno.ajustes set valor = '0' where clave = 'historias_cada_min'`)
  story = randomUUID()
  const sent = await ana.client
    .from('historias')
    .insert({ id: story, titulo: 'Sin nombre', contenido: 'Me fui.' })
  expect(sent.error).toBeNull()
  const published = await carla.client
    .from('historias')
    .update({ estado: 'publicada' })
    .eq('id', story)
    .select('id')
  expect(published.data).toHaveLength(1)
  // Many, so that whatever depends on how much she writes would show.
  await world.sql(`
    with autorias as (
      insert into interno.autorias_historias (id, user_id)
      select gen_random_uuid(), '${ANA}' from generate_series(1, 300) returning id)
    insert into interno.historias (id, titulo, contenido, estado, publicada_en)
    select id, 'Otra', 'Más', 'publicada', now() - interval '3 days' from autorias`)
  await world.sql('analyze interno.autorias_historias, interno.historias')
})
afterAll(() => world?.close())

type Answer = { status: number; range: string | null; body: string }

/** What the data API answers Bea, word for word. */
async function ask(
  query: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(`${world.server.url}/rest/v1/${query}`, {
    ...init,
    headers: {
      apikey: world.server.config.secrets.anonKey,
      authorization: `Bearer ${bea.token}`,
      'content-type': 'application/json',
      ...headers,
    },
  })
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    body: await response.text(),
  }
}

describe('what is asked about Ana is answered as about nobody', () => {
  it.each([
    ['a filter', 'historias?autora_id=eq.WHO'],
    ['a filter on one story', `historias?id=eq.STORY&autora_id=eq.WHO`],
    ['several filters', 'historias?or=(autora_id.eq.WHO,titulo.eq.Nada)'],
    ['a list', 'historias?autora_id=in.(WHO)'],
    ['a comparison', 'historias?select=id&id=eq.STORY&autora_id=gte.WHO'],
    ['an embedded author', 'historias?select=id,profiles!inner(username)&profiles.id=eq.WHO&id=eq.STORY'],
    [
      'an order by the embedded author',
      'historias?select=id,profiles(id)&id=eq.STORY&profiles.id=eq.WHO&order=profiles(username)',
    ],
    ['stories embedded in their writers', 'profiles?select=id,historias!inner(id)&id=eq.WHO'],
    ['changing hers', 'historias?autora_id=eq.WHO', 'PATCH', '{"titulo":"x"}'],
    ['deleting hers', 'historias?autora_id=eq.WHO', 'DELETE'],
    ['deleting this one if hers', 'historias?id=eq.STORY&autora_id=eq.WHO', 'DELETE'],
  ])('%s', async (_, query, method = 'GET', body = undefined as string | undefined) => {
    const about = (who: string) =>
      ask(
        query.replaceAll('WHO', who).replaceAll('STORY', story),
        { prefer: 'count=exact,return=representation' },
        { method, body },
      )
    const [her, nobody] = [await about(ANA), await about(NOBODY)]
    expect(her).toEqual(nobody)
    expect(her.status).toBeLessThan(300)
  })

  it.each(['exact', 'planned', 'estimated'])('a count, %s', async (count) => {
    const about = (who: string) =>
      ask(`historias?select=id&autora_id=eq.${who}`, { prefer: `count=${count}` }, { method: 'HEAD' })
    const [her, nobody] = [await about(ANA), await about(NOBODY)]
    expect(her).toEqual(nobody)
    expect(her.range).not.toBeNull()
  })
})

it.each([
  ['every column', 'historias?limit=1000'],
  ['one story', 'historias?id=eq.STORY&select=*,profiles(*)'],
  [
    'in the order of its author',
    'historias?select=id,autora_id,enviada_en&order=autora_id.desc.nullslast,enviada_en.desc&limit=1000',
  ],
  ['who wrote something', 'profiles?select=username,historias(id,titulo)&order=username'],
  ['as a table', 'historias?id=eq.STORY', { accept: 'text/csv' }],
  ['as one', 'historias?id=eq.STORY', { accept: 'application/vnd.pgrst.object+json' }],
  [
    'as a plan',
    'historias?id=eq.STORY',
    { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose' },
  ],
  ['an aggregate', 'historias?select=autora_id,id.count()'],
  ['the schema behind', 'autorias_historias', { 'accept-profile': 'interno' }],
  ['the table behind', 'autorias_historias'],
  ['a cast that fails on what is there', 'historias?select=autora_id::int&id=eq.STORY'],
  ['a filter that fails on what is there', 'historias?autora_id=like.*a*'],
  ['who waits', 'pulso_revision'],
  ['whose signs', 'senales'],
])('%s does not tell', async (_, query, headers: Record<string, string> = {}) => {
  const { body } = await ask(query.replaceAll('STORY', story), headers)
  // Her profile is no secret; that a story hangs on it is.
  const withoutProfiles = query.startsWith('profiles')
    ? body.replace(/"username":"Ana","historias":\[\]/g, '')
    : body
  expect(withoutProfiles).not.toContain(ANA)
  expect(withoutProfiles).not.toMatch(/\bAna\b/)
})

it('claiming, rewriting or signing it fails without a word about whose it is', async () => {
  const claimed = await bea.client.from('historias').insert({ id: story, titulo: 'Mía', contenido: 'x' })
  expect(claimed.error?.code).toBe('23505')
  expect(JSON.stringify(claimed.error)).not.toMatch(new RegExp(`${ANA}|Ana`))
  const upserted = await bea.client.from('historias').upsert({ id: story, titulo: 'Mía', contenido: 'x' })
  expect(upserted.error).not.toBeNull()
  expect(JSON.stringify(upserted.error)).not.toMatch(new RegExp(`${ANA}|Ana`))
  for (const change of [{ titulo: 'Mía' }, { anonima: false }, { estado: 'oculta', motivo: 'x' }]) {
    expect(await bea.client.from('historias').update(change).eq('id', story).select('id')).toMatchObject({
      data: [],
      error: null,
    })
  }
  const moved = await bea.client.from('historias').update({ autora_id: BEA }).eq('id', story)
  expect(moved.error?.code).toBe('42501')
})

it('no function and no file of hers tells', async () => {
  const openapi = await ask('', { accept: 'application/openapi+json' })
  expect(openapi.body).toContain('"swagger"')
  expect(openapi.body).not.toContain('autorias')
  const sesiones = await bea.client.rpc('mis_sesiones')
  expect(JSON.stringify(sesiones.data)).not.toMatch(new RegExp(`${ANA}|${story}`))
  const { data: files } = await bea.client.storage.from('profiles').list('avatars')
  expect(JSON.stringify(files)).not.toContain(ANA)
})

it('the admin reads the text and not who wrote it', async () => {
  const { data } = await carla.client
    .from('historias')
    .select('*, profiles(username)')
    .eq('id', story)
    .single()
  expect(data).toMatchObject({ titulo: 'Sin nombre', autora_id: null, enviada_en: null, profiles: null })
})

it('live, its author and the admin hear of it, and nobody else anything', async () => {
  type Change = { table: string; new: Record<string, unknown> }
  const hear = async ({ client }: Member) => {
    const inbox = new Inbox<Change>()
    await subscribed(
      client
        .channel(randomUUID())
        .on('postgres_changes', { event: '*', schema: 'public' }, (change) =>
          inbox.put(change as unknown as Change),
        ),
    )
    return inbox
  }
  const [hers, others, desk] = [await hear(ana), await hear(bea), await hear(carla)]
  const id = randomUUID()
  await ana.client.from('historias').insert({ id, titulo: 'Otra vez', contenido: 'Volví.' })
  await desk.find(({ table }) => table === 'pulso_revision')
  await carla.client.from('historias').update({ estado: 'publicada' }).eq('id', id)
  await hers.find(({ table }) => table === 'senales')
  await ana.client.from('historias').update({ anonima: true, titulo: 'Otra' }).eq('id', id)
  await ana.client.from('historias').delete().eq('id', id)
  // Whatever came before this message has been delivered once it is here.
  const { data: sala } = await bea.client.from('salas_comunidad').select('id').limit(1).single()
  await bea.client
    .from('mensajes_sala')
    .insert({ sala_id: sala!.id, user_id: BEA, contenido: 'hola', tipo: 'texto' })
  await others.find(({ table }) => table === 'mensajes_sala')
  expect(others.all.map(({ table }) => table)).toEqual(['mensajes_sala'])
  expect(desk.all.filter(({ table }) => table === 'senales')).toEqual([])
  expect(JSON.stringify(desk.all)).not.toContain(ANA)
})
