import type { RealtimePostgresInsertPayload } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, Inbox, startWorld, subscribed, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Row = Record<string, unknown>

describe('a message in a room', () => {
  it('arrives at another member as the table has it', async () => {
    const [ana, bea] = [await world.member(ANA), await world.member(BEA)]
    const [sala] = await world.sql<{ id: string }>('select id from salas_comunidad limit 1')
    const inbox = new Inbox<RealtimePostgresInsertPayload<Row>>()
    const channel = bea.client
      .channel(`sala:${sala!.id}`)
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${sala!.id}` },
        inbox.put,
      )
    await subscribed(channel)
    const { data, error } = await ana.client
      .from('mensajes_sala')
      .insert({ sala_id: sala!.id, user_id: ANA, contenido: '¡Hola, Bea! «áéñ» 🌱', tipo: 'texto' })
      .select()
      .single()
    expect(error).toBeNull()
    const change = await inbox.find()
    expect(change.new).toEqual(data)
    expect(change).toMatchObject({
      schema: 'public',
      table: 'mensajes_sala',
      eventType: 'INSERT',
      old: {},
      errors: null,
    })
    expect(Date.parse(change.commit_timestamp)).toBeGreaterThan(Date.now() - 60_000)
  })
})
