import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '../tests/helpers/alarma.ts'
import { type Person, type Send, type Server, startServer } from './server.ts'

/*
 * A member who is after another. Which rows each person reads and writes, quotas, names, calls, location sharing and stories are tested in
 * `supabase/tests`; what one request may ask in `server/src/rest`, devices and sessions in `server/src/auth`. This server has the limits of
 * an ordinary start.
 */

let server: Server
let her: Person
beforeAll(async () => {
  server = await startServer()
  her = await server.member()
})
afterAll(() => server?.stop())

describe('asks for more than one person may', () => {
  const post = (path: string, body: unknown) => (send: Send) => send(path, { method: 'POST', body })
  const brackets = `[${Array.from({ length: 2_000 }, () => `${'['.repeat(190)}${']'.repeat(190)}`).join()}]`

  it.each<[string, number, (send: Send) => ReturnType<Send>]>([
    [
      'heavy searches',
      100,
      (send) => send('/rest/v1/mensajes_sala?select=id,profiles!inner(id)&contenido=ilike.*zz*'),
    ],
    ['lists of files', 200, post('/storage/v1/object/list/profiles', { prefix: '', limit: 1_000 })],
    ['large nested bodies', 130, post('/rest/v1/agenda_personal', brackets)],
  ])(
    '%s at once: some are refused, which says when to come back; another member is served',
    async (_what, many, ask) => {
      const attacker = await server.member()
      const asked = Promise.all(Array.from({ length: many }, () => ask(attacker.send)))
      const contacts = await her.send('/rest/v1/contactos_emergencia?select=id,nombre,telefono')
      const event = { user_id: her.id, cliente_id: randomUUID() }
      const press = await her.send('/rest/v1/eventos_peligro', { method: 'POST', body: event })
      const over = (await asked).filter(({ status }) => status === 429)
      expect(over.length).toBeGreaterThan(0)
      for (const { headers } of over) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect([contacts.status, press.status]).toEqual([200, 201])
    },
  )

  it('reads of a visitor at once: some are refused', async () => {
    const read = () => server.send('/rest/v1/politicas_legales?select=contenido')
    const answers = await Promise.all(Array.from({ length: 250 }, read))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})

describe('listens for what is deleted', () => {
  let sala: string
  beforeAll(async () => {
    const [row] = await server.sql('select id from public.salas_comunidad where visible limit 1')
    sala = String(row!.id)
  })

  /** Everything of a table that somebody hears. */
  async function listen({ client, token }: Person, event: 'DELETE' | '*', table: string) {
    const heard: { eventType: string; old: object; new: object }[] = []
    await client.realtime.setAuth(token)
    const channel = client
      .channel(`mensajes:${randomUUID()}`, { config: { private: true } })
      .on('postgres_changes' as never, { event, schema: 'public', table }, (change: (typeof heard)[number]) =>
        heard.push(change),
      )
    // Who is not let in hears nothing either.
    const status = await new Promise((resolve) => channel.subscribe(resolve))
    return { heard, status }
  }
  const say = async ({ id }: Person) =>
    String(
      (
        await server.sql(
          'insert into public.mensajes_sala (sala_id, user_id, contenido) values ($1, $2, $3) returning id',
          [sala, id, 'Hola a todas'],
        )
      )[0]!.id,
    )

  const message = async (by: Person) => {
    const id = await say(by)
    return () => server.sql('delete from public.mensajes_sala where id = $1', [id])
  }

  it.each<
    [string, string, (she: Person) => Promise<Person>, (she: Person, other: Person) => Promise<() => unknown>]
  >([
    ['an account that was not admitted: her message', 'mensajes_sala', () => server.notAdmitted(), message],
    [
      'whom she blocked: her message',
      'mensajes_sala',
      async (she) => {
        const blocked = await server.member()
        must(await she.client.from('bloqueos').insert({ bloqueada_id: blocked.id }))
        return blocked
      },
      message,
    ],
    [
      'another member: that she left',
      'senales',
      () => server.member(),
      async (she) => {
        await server.sql('insert into public.senales (user_id) values ($1) on conflict do nothing', [she.id])
        return () => server.sql('delete from auth.users where id = $1', [she.id])
      },
    ],
    [
      'the member whom she reported: the report',
      'reportes_sala',
      () => server.member(),
      async (she, reported) => {
        const mensaje_id = await say(reported)
        must(await she.client.from('reportes_sala').insert({ mensaje_id, motivo: 'acoso' }))
        return () => server.sql('delete from public.reportes_sala where mensaje_id = $1', [mensaje_id])
      },
    ],
  ])('%s is not heard', async (_what, table, attacker, prepare) => {
    const she = await server.member()
    const other = await attacker(she)
    const erase = await prepare(she, other)
    const { heard } = await listen(other, 'DELETE', table)
    const witness = await listen(her, '*', 'mensajes_sala')
    expect(witness.status).toBe('SUBSCRIBED')
    await erase()
    // Changes are heard in the order of the database: once the next one came, so did this.
    const last = await say(her)
    await expect.poll(() => JSON.stringify(witness.heard)).toContain(last)
    await delay(300)
    expect(heard).toEqual([])
    if (table === 'mensajes_sala') expect(witness.heard.map(({ eventType }) => eventType)).toContain('DELETE')
  })
})
