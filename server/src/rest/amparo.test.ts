import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, type Harness, startHarness } from '../../testing/rest.ts'

// The calls of docs/product.md#calls-of-the-app, as the app makes them, on the product's own schema.
let harness: Harness
let ana: SupabaseClient
let bea: SupabaseClient
beforeAll(async () => {
  harness = await startHarness({ schema: 'amparo' })
  const url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  const connect = async (sub: string) => {
    const token = await harness.tokenOf(sub)
    return createClient(url, token, {
      accessToken: async () => token,
      realtime: { transport: class {} as never },
    })
  }
  ana = await connect(ANA)
  bea = await connect(BEA)
})
afterAll(() => harness?.close())

describe('the calls of the app', () => {
  it('profiles', async () => {
    const mine = await ana.from('profiles').select('*').eq('id', ANA).single()
    expect(mine.data).toMatchObject({
      username: 'Ana',
      tipo_plan: 'basico',
      email: expect.stringMatching(/^ana@/),
    })
    expect(await ana.from('profiles').update({ momento_vida: 'duelo' }).eq('id', ANA)).toMatchObject({
      error: null,
    })
    expect(
      await ana.from('profiles').update({ foto_url: 'https://fotos.test/ana.png' }).eq('id', ANA),
    ).toMatchObject({ error: null })
    expect((await ana.from('profiles').select('codigo_invitacion').eq('id', ANA).single()).data).toEqual({
      codigo_invitacion: 'ANA23456',
    })
    const other = await ana.from('profiles').select('*').eq('id', BEA).single()
    expect(other.data).toMatchObject({
      username: 'Bea',
      email: null,
      codigo_invitacion: null,
      momento_vida: null,
      tipo_plan: null,
    })
    const nobody = await ana
      .from('profiles')
      .select('username')
      .eq('id', '00000000-0000-4000-8000-000000000000')
      .single()
    expect(nobody.error?.code).toBe('PGRST116')
  })

  it('contactos_emergencia and eventos_peligro', async () => {
    const contact = { user_id: ANA, nombre: 'Nueva', telefono: '+525511112222', prioridad: 3, activo: true }
    expect(await ana.from('contactos_emergencia').insert(contact)).toMatchObject({ error: null, status: 201 })
    const list = await ana
      .from('contactos_emergencia')
      .select('id, nombre, telefono, prioridad, activo')
      .order('prioridad', { ascending: true })
    expect(list.data?.map((row) => row.prioridad)).toEqual([1, 2, 3])
    const first = await ana
      .from('contactos_emergencia')
      .select('nombre, telefono')
      .eq('user_id', ANA)
      .eq('activo', true)
      .eq('prioridad', 1)
      .single()
    expect(first.data).toEqual({ nombre: 'Mamá', telefono: '+525512345678' })
    const removed = await ana
      .from('contactos_emergencia')
      .update({ activo: false })
      .eq('id', list.data![2]!.id)
    expect(removed.error).toBeNull()
    const danger = {
      user_id: ANA,
      latitud: 19.4,
      longitud: -99.1,
      mensaje: 'Botón de pánico presionado',
      enviado: true,
    }
    expect(await ana.from('eventos_peligro').insert(danger)).toMatchObject({ error: null, status: 201 })
    expect((await bea.from('eventos_peligro').select()).data).toEqual([])
    expect((await bea.from('contactos_emergencia').select('nombre').eq('user_id', ANA)).data).toEqual([])
  })

  it('salas_comunidad, mensajes_sala and Salas', async () => {
    const circles = await ana.from('salas_comunidad').select('*').order('created_at', { ascending: false })
    expect(circles.data).toHaveLength(10)
    const circle = await ana
      .from('salas_comunidad')
      .select('*, Salas(room_url)')
      .eq('clave', 'amor-propio')
      .single()
    expect(circle.data).toMatchObject({ icono: 'amor_propio', Salas: null })
    const sent = { sala_id: circle.data.id, user_id: ANA, contenido: 'hola a todas', tipo: 'texto' }
    expect(await ana.from('mensajes_sala').insert(sent)).toMatchObject({ error: null, status: 201 })
    const messages = await bea
      .from('mensajes_sala')
      .select('*, profiles(username, foto_url)')
      .eq('sala_id', circle.data.id)
      .order('creado_en', { ascending: true })
    expect(messages.data?.at(-1)).toMatchObject({ contenido: 'hola a todas', profiles: { username: 'Ana' } })
    const forged = await bea.from('mensajes_sala').insert(sent)
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  it('diario_personal and agenda_personal', async () => {
    const entry = { user_id: ANA, fecha: '2026-02-01', tipo: 'texto', contenido: 'uno' }
    const onConflict = { onConflict: 'user_id,fecha' }
    expect(await ana.from('diario_personal').upsert(entry, onConflict)).toMatchObject({
      error: null,
      status: 201,
    })
    expect(
      await ana.from('diario_personal').upsert({ ...entry, contenido: 'dos' }, onConflict),
    ).toMatchObject({ error: null, status: 200 })
    const month = () =>
      ana
        .from('diario_personal')
        .select('fecha, tipo, contenido, archivo_url')
        .eq('user_id', ANA)
        .gte('fecha', '2026-02-01')
        .lte('fecha', '2026-02-28')
    expect((await month()).data).toEqual([
      { fecha: '2026-02-01', tipo: 'texto', contenido: 'dos', archivo_url: null },
    ])
    expect((await bea.from('diario_personal').select().eq('fecha', '2026-02-01')).data).toEqual([])
    await ana.from('diario_personal').delete().match({ user_id: ANA, fecha: '2026-02-01' })
    expect((await month()).data).toEqual([])
    const event = {
      titulo: 'Terapia',
      tipo: 'cita',
      fecha: '2030-01-01',
      hora: '17:00',
      notificar: true,
      user_id: ANA,
    }
    const added = await ana.from('agenda_personal').insert(event).select().single()
    expect(added.data).toMatchObject({ titulo: 'Terapia', hora: '17:00:00' })
    expect(
      await ana
        .from('agenda_personal')
        .update({ ...event, titulo: 'Otra' })
        .eq('id', added.data.id),
    ).toMatchObject({ error: null })
    expect(await ana.from('agenda_personal').delete().eq('id', added.data.id)).toMatchObject({
      error: null,
      status: 204,
    })
    const list = await ana.from('agenda_personal').select('*').eq('user_id', ANA).order('fecha').order('hora')
    expect(list.data).toHaveLength(2)
  })

  it('directorio_terapeutas, reseñas_terapeutas, referidos and get_current_week', async () => {
    const therapists = await ana
      .from('directorio_terapeutas')
      .select('*, "reseñas_terapeutas"(count)')
      .eq('visible', true)
      .order('nombre', { ascending: true })
    expect(therapists.data?.map((row) => row.reseñas_terapeutas)).toEqual([[{ count: 2 }], [{ count: 0 }]])
    const terapeuta_id = therapists.data![1]!.id
    const review = { terapeuta_id, user_id: ANA, comentario: 'cálida', puntuacion: 5 }
    expect(await ana.from('reseñas_terapeutas').insert(review)).toMatchObject({ error: null, status: 201 })
    expect((await ana.from('reseñas_terapeutas').insert(review)).error?.code).toBe('23505')
    const reviews = await bea
      .from('reseñas_terapeutas')
      .select('id, comentario, puntuacion')
      .eq('terapeuta_id', terapeuta_id)
    expect(reviews.data).toMatchObject([{ comentario: 'cálida', puntuacion: 5 }])
    const friends = await ana
      .from('referidos')
      .select('referido_id, creado_en, profiles(username, email)')
      .eq('invitador_id', ANA)
    expect(friends.data).toMatchObject([{ referido_id: BEA, profiles: { username: 'Bea', email: null } }])
    expect((await ana.rpc('get_current_week')).data).toEqual(expect.any(Number))
  })
})
