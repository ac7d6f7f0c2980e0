import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, type Harness, startHarness } from '../../testing/rest.ts'

let harness: Harness
let ana: SupabaseClient
let bea: SupabaseClient
let visitor: SupabaseClient
beforeAll(async () => {
  harness = await startHarness()
  const url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  const key = await harness.tokens.sign({ role: 'anon' })
  const connect = (token?: string) =>
    createClient(url, key, {
      accessToken: token === undefined ? undefined : async () => token,
      // Node 20 has no WebSocket, and nothing here listens to one.
      realtime: { transport: class {} as never },
    })
  ana = connect(await harness.tokenOf(ANA))
  bea = connect(await harness.tokenOf(BEA))
  visitor = connect()
})
afterAll(() => harness?.close())

describe('the official client reads', () => {
  it('columns, filters of every kind, order and pages', async () => {
    const { data, error, count } = await ana
      .from('libros')
      .select('id, titulo', { count: 'exact' })
      .gt('id', 0)
      .not('titulo', 'is', null)
      .or('paginas.gte.100,paginas.is.null')
      .in('titulo', ['Aura', 'Pedro Páramo', 'Sin autora', 'con, coma y "comillas"'])
      .neq('id', 9)
      .ilike('titulo', '%a%')
      .order('paginas', { ascending: false, nullsFirst: false })
      .range(0, 1)
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 2, titulo: 'Pedro Páramo' },
      { id: 1, titulo: 'Aura' },
    ])
    expect(count).toBe(3)
  })

  it('arrays, ranges, JSON and text search', async () => {
    const day = () => ana.from('diario').select('fecha')
    const only = { data: [{ fecha: '2026-01-01' }], error: null }
    expect(await day().contains('etiquetas', ['sol'])).toMatchObject(only)
    expect(await day().overlaps('etiquetas', ['mar', 'x'])).toMatchObject(only)
    expect(await day().contains('datos', { a: { b: 'x' } })).toMatchObject(only)
    expect(await day().eq('datos->a->>b', 'x')).toMatchObject(only)
    expect(await day().rangeGt('periodo', '[0,1)')).toMatchObject(only)
    expect(await day().rangeAdjacent('periodo', '[5,6)')).toMatchObject(only)
    expect(await day().match({ fecha: '2026-01-01', animo: 'bien' })).toMatchObject(only)
    expect(await day().filter('fecha', 'not.in', '(2026-01-02)')).toMatchObject(only)
    const found = await ana
      .from('libros')
      .select('titulo')
      .textSearch('titulo', 'rayuela', { config: 'spanish', type: 'websearch' })
    expect(found.data).toEqual([{ titulo: 'Rayuela' }])
    const likes = await ana.from('libros').select('id').likeAnyOf('titulo', ['A%', 'R%']).order('id')
    expect(likes.data).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('one row, maybe one, and says when there are others', async () => {
    const one = await ana.from('libros').select().eq('id', 1).single()
    expect(one).toMatchObject({ data: { titulo: 'Aura' }, status: 200 })
    const none = await ana.from('libros').select().eq('id', 99).single()
    expect(none.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' })
    expect(none.status).toBe(406)
    expect(await ana.from('libros').select().eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    const several = await ana.from('libros').select().maybeSingle()
    expect(several.error).toMatchObject({ code: 'PGRST116' })
  })

  it('counts without rows', async () => {
    for (const kind of ['exact', 'planned', 'estimated'] as const) {
      const { count, data, error } = await ana.from('libros').select('*', { count: kind, head: true })
      expect({ data, error }).toEqual({ data: null, error: null })
      expect(count).toBeGreaterThan(0)
    }
    const { count } = await ana.from('diario').select('*', { count: 'exact', head: true })
    expect(count).toBe(2)
  })

  it('embedded rows with their own filters, order and limits', async () => {
    const messages = await ana
      .from('mensajes_sala')
      .select('contenido, profiles (username, foto_url)')
      .eq('sala_id', 1)
      .not('user_id', 'is', null)
      .order('creado_en', { ascending: true })
    expect(messages.data).toEqual([
      { contenido: 'hola', profiles: { username: 'Ana', foto_url: 'ana.jpg' } },
      { contenido: 'qué tal', profiles: { username: 'Bea', foto_url: null } },
    ])
    const therapists = await ana
      .from('directorio_terapeutas')
      .select('*, reseñas_terapeutas(count)')
      .eq('id', 1)
    expect(therapists.data).toMatchObject([{ reseñas_terapeutas: [{ count: 2 }] }])
    const books = await ana
      .from('libros')
      .select('titulo, autoras!inner(nombre)')
      .eq('autoras.nombre', 'Carlos')
      .order('nombre', { referencedTable: 'autoras' })
      .limit(1, { referencedTable: 'autoras' })
      .order('titulo')
    expect(books.data).toEqual([
      { titulo: 'Aura', autoras: [{ nombre: 'Carlos' }] },
      { titulo: 'Rayuela', autoras: [{ nombre: 'Carlos' }] },
    ])
    const ordered = await ana
      .from('mensajes_sala')
      .select('contenido, profiles!inner(username)')
      .order('profiles(username)', { ascending: false })
    expect(ordered.data?.map((row) => row.contenido)).toEqual(['qué tal', 'hola'])
  })

  it('another schema, without nulls, and what a visitor may', async () => {
    expect((await ana.schema('otra').from('cosas').select()).data).toEqual([
      { id: 1, nombre: 'de otro esquema' },
    ])
    expect((await ana.schema('interno').from('perfiles').select()).error).toMatchObject({ code: 'PGRST106' })
    expect((await ana.from('libros').select().eq('id', 4).stripNulls()).data).toEqual([
      { id: 4, titulo: 'Sin autora' },
    ])
    expect((await visitor.from('libros').select('id').eq('id', 1)).data).toEqual([{ id: 1 }])
    expect(await visitor.from('diario').select()).toMatchObject({ status: 401, error: { code: '42501' } })
  })

  it('only her own rows', async () => {
    expect((await ana.from('diario').select('contenido').order('fecha')).data).toEqual([
      { contenido: 'de Ana' },
      { contenido: 'de Ana otra vez' },
    ])
    expect((await bea.from('diario').select('contenido')).data).toEqual([{ contenido: 'de Bea' }])
    expect((await bea.from('profiles').select('username, email').order('username')).data).toEqual([
      { username: 'Ana', email: null },
      { username: 'Bea', email: 'bea@demo.test' },
    ])
  })
})

describe('the official client writes', () => {
  it('inserts one and many, and returns them if asked', async () => {
    const quiet = await ana.from('pares').insert({ a: 1, b: 1 })
    expect(quiet).toMatchObject({ data: null, error: null, status: 201 })
    const one = await ana.from('pares').insert({ a: 1, b: 2, valor: 'x' }).select().single()
    expect(one.data).toEqual({ a: 1, b: 2, valor: 'x' })
    const many = await ana
      .from('diario')
      .insert(
        [
          { fecha: '2027-01-01', contenido: 'a' },
          { fecha: '2027-01-02', contenido: 'b', puntos: 3 },
        ],
        { defaultToNull: false, count: 'exact' },
      )
      .select('puntos')
    expect(many).toMatchObject({ data: [{ puntos: 1.5 }, { puntos: 3 }], count: 2 })
  })

  it('upserts, by key and by other columns', async () => {
    await ana.from('pares').upsert({ a: 2, b: 1, valor: 'uno' })
    const second = await ana.from('pares').upsert({ a: 2, b: 1, valor: 'dos' }).select().single()
    expect(second.data).toMatchObject({ valor: 'dos' })
    const ignored = await ana
      .from('pares')
      .upsert({ a: 2, b: 1, valor: 'tres' }, { ignoreDuplicates: true })
      .select()
    expect(ignored.data).toEqual([])
    const entry = { user_id: ANA, fecha: '2027-02-01' }
    const onConflict = { onConflict: 'user_id,fecha' }
    await ana.from('diario').upsert({ ...entry, contenido: 'antes' }, onConflict)
    const after = await ana
      .from('diario')
      .upsert({ ...entry, contenido: 'después' }, onConflict)
      .select('contenido')
      .single()
    expect(after.data).toEqual({ contenido: 'después' })
  })

  it('updates and deletes', async () => {
    await ana.from('pares').insert([
      { a: 3, b: 1 },
      { a: 3, b: 2 },
    ])
    const updated = await ana
      .from('pares')
      .update({ valor: 'z' }, { count: 'exact' })
      .eq('a', 3)
      .select('b, valor')
      .order('b')
    expect(updated).toMatchObject({
      count: 2,
      data: [
        { b: 1, valor: 'z' },
        { b: 2, valor: 'z' },
      ],
    })
    // The untyped client believes in an older server and hides the method's answer.
    const limited = ana.from('pares').update({ valor: 'w' }).eq('a', 3).maxAffected(1) as unknown
    const refused = await (limited as PromiseLike<{ error: { code: string } | null }>)
    expect(refused.error).toMatchObject({ code: 'PGRST124' })
    const deleted = await ana.from('pares').delete({ count: 'exact' }).eq('a', 3)
    expect(deleted).toMatchObject({ status: 204, count: 2, error: null })
    expect((await bea.from('diario').update({ contenido: 'x' }).eq('user_id', ANA).select()).data).toEqual([])
    expect((await bea.from('diario').delete().eq('user_id', ANA).select()).data).toEqual([])
  })

  it('is told what was wrong', async () => {
    expect((await ana.from('libros').insert({ id: 1, titulo: 'x' })).error).toMatchObject({ code: '23505' })
    expect(
      (await ana.from('diario').insert({ user_id: BEA, fecha: '2027-03-01', contenido: 'x' })).error,
    ).toMatchObject({ code: '42501' })
    expect((await ana.from('libros').insert({ id: 'x', titulo: 'x' })).error).toMatchObject({ code: '22P02' })
    expect((await ana.from('nada').select()).error).toMatchObject({ code: 'PGRST205' })
    expect((await ana.from('libros').select('nada')).error).toMatchObject({ code: '42703' })
  })
})

describe('the official client calls functions', () => {
  it('for a value, for rows, for nothing, by GET and by POST', async () => {
    expect(await ana.rpc('semana')).toMatchObject({ data: 47, error: null })
    expect((await ana.rpc('suma', { a: 1, b: 2 })).data).toBe(3)
    expect((await ana.rpc('suma', { a: 1 }, { get: true })).data).toBe(11)
    expect(await ana.rpc('nada')).toMatchObject({ data: null, error: null, status: 204 })
    const rows = await ana
      .rpc('buscar', { texto: 'a' }, { count: 'exact' })
      .select('titulo, autoras(nombre)')
      .eq('id', 1)
      .single()
    expect(rows).toMatchObject({ data: { titulo: 'Aura', autoras: [{ nombre: 'Carlos' }] }, count: 1 })
    expect(await ana.rpc('tabla', { n: 2 }, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      count: 2,
    })
    expect((await ana.rpc('falla', { codigo: 'PT429', mensaje: 'despacio' })).status).toBe(429)
    expect((await ana.rpc('no_hay')).error).toMatchObject({ code: 'PGRST202' })
  })
})
