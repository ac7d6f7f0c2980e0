import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, startWithSchema, TestDatabase } from './database.ts'

// What the alarm promises when several things happen in one instant: SQL files run in one transaction and cannot show it.

const CONTACT = 'b1000000-0000-4000-8000-0000000000e1'
const PRESS = 'b2000000-0000-4000-8000-0000000000e1'

let engine: Engine
let db: TestDatabase

beforeAll(async () => {
  engine = await startWithSchema()
  db = await TestDatabase.create(engine)
})
afterAll(async () => {
  await db?.close()
  await engine?.stop()
})
const plant = () =>
  db.query(`
    insert into contactos_emergencia (id, user_id, nombre, telefono) values ('${CONTACT}', prueba.id('bea'), 'Una', '+525590000001');
    insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
    values ('${CONTACT}', prueba.id('bea'), 'acepto', now(), now(), '+525590000001');
    insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
    values ('${CONTACT}', prueba.id('bea'), 'correo', 'una@correo.test', now())`)
const clear = () =>
  db.query(`
    delete from alertas;
    delete from eventos_peligro where user_id = prueba.id('bea');
    delete from contactos_emergencia where id = '${CONTACT}';
    delete from interno.pendientes`)
beforeEach(plant)
afterEach(clear)

const press = (id = 'gen_random_uuid()') => `select abrir_alerta(${id}, now(), 0)`
const alerts = () =>
  db.query<{ estado: string; pulsaciones: number }>(
    `select estado, pulsaciones from alertas where user_id = prueba.id('bea')`,
  )
const queued = () =>
  db.query<{ tipo: string; intentos: number }>(
    `select tipo, intentos from interno.envios where user_id = prueba.id('bea') order by creado_en`,
  )
/** Waits, within a transaction, until others have done something; it ends unaccepted where they do not. */
const until = (condition: string) => `do $$ begin
  for n in 1 .. 500 loop
    if ${condition} then return; end if;
    perform pg_sleep(0.02);
  end loop;
  raise exception 'nobody did it';
end $$`
/** What the lock's owner waits for must be committed at once to be visible to it. */
const SEEN = { seenAtOnce: true }
/** Signals that the statements before it have their locks: row locks are not listed in pg_locks, and the lock on the table comes earlier. */
const HELD = 'select pg_advisory_xact_lock(18)'
const untilHeld = until(
  `exists (select from pg_locks where locktype = 'advisory' and objid = 18 and granted)`,
)

/** How long a press waits for another. */
const WAIT_MS = 1_000

/** Presses as of one instant: once more, where the machine took so long over it that one stopped waiting for another (below). @returns the alerts */
async function atOnce(presses: string[]): Promise<Awaited<ReturnType<typeof alerts>>> {
  for (let attempt = 1; ; attempt++) {
    const began = performance.now()
    expect(await db.race('bea', presses)).toBe(presses.length)
    const found = await alerts()
    if (found.length === 1 || performance.now() - began < WAIT_MS || attempt === 5) return found
    await clear()
    await plant()
  }
}

describe('presses in one instant', () => {
  it('ten are one alert that tells of ten, and its contact is written to once', async () => {
    expect(await atOnce(Array(10).fill(press()))).toEqual([{ estado: 'abierta', pulsaciones: 10 }])
    expect(await queued()).toEqual([{ tipo: 'alerta', intentos: 0 }])
  })

  it('one, delivered ten times by both endpoints, is one', async () => {
    const event = `insert into eventos_peligro (user_id, cliente_id) values (prueba.id('bea'), '${PRESS}')
      on conflict (user_id, cliente_id) do nothing`
    const both = Array.from({ length: 10 }, (_, index) => (index % 2 ? event : press(`'${PRESS}'`)))
    const found = await atOnce(both)
    expect(found).toHaveLength(1)
    expect(found[0]?.pulsaciones).toBe(1)
  })
})

describe('a lock held by another transaction', () => {
  it('delays no press by more than a second', async () => {
    const holder = `select pg_advisory_xact_lock(hashtextextended('alertas ' || prueba.id('bea'), 0));
      ${until('exists (select from public.alertas)')}`
    const waiting = `${until(`exists (select from pg_locks where locktype = 'advisory' and granted)`)}; ${press()}`
    expect(await db.race('bea', [holder, waiting], SEEN)).toBe(2)
    expect(await alerts()).toEqual([{ estado: 'abierta', pulsaciones: 1 }])
  })

  it('may leave two alerts, and closing one closes both', async () => {
    await db.race('bea', [press()])
    await db.query(
      `insert into alertas (user_id, cliente_id, estado) values (prueba.id('bea'), gen_random_uuid(), 'abierta')`,
    )
    await db.race('bea', [`select cerrar_alerta((select id from alertas limit 1), 'a_salvo')`])
    expect(await alerts()).toEqual(Array(2).fill({ estado: 'cerrada', pulsaciones: 1 }))
  })

  it('on the open alert lets a press join a moment later', async () => {
    await db.race('bea', [press()])
    const holder = `select prueba.ser('duena'); select from public.alertas for update; ${HELD};
      ${until(`exists (select from interno.pendientes where tipo = 'juntar')`)}`
    const late = `${untilHeld}; ${press(`'${PRESS}'`)}`
    expect(await db.race('bea', [holder, late], SEEN)).toBe(2)
    expect(await alerts()).toEqual([{ estado: 'abierta', pulsaciones: 1 }])
    // It is known already: a place or a closing that comes behind it finds its alert.
    expect(await db.race('bea', [`select agregar_lugar('${PRESS}', 19.4, -99.1, 5, now())`])).toBe(1)
    await db.race('servicio', ['select atender_pendientes()'])
    expect(await alerts()).toEqual([{ estado: 'abierta', pulsaciones: 2 }])
  })

  it('on one contact delays the messages to no other', async () => {
    const [other, way] = ['b1000000-0000-4000-8000-0000000000e2', 'b7000000-0000-4000-8000-0000000000e2']
    await db.query(`
      insert into contactos_emergencia (id, user_id, nombre, telefono) values ('${other}', prueba.id('bea'), 'Otra', '+525590000002');
      insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
      values ('${other}', prueba.id('bea'), 'acepto', now(), now(), '+525590000002');
      insert into interno.vias_contacto (id, contacto_id, user_id, via, destino, confirmada_en)
      values ('${way}', '${other}', prueba.id('bea'), 'correo', 'otra@correo.test', now())`)
    const holder = `select prueba.ser('duena'); select from interno.vias_contacto where id = '${way}' for update; ${HELD};
      ${until(`exists (select from public.alertas where estado = 'abierta')`)}`
    const waiting = `${untilHeld}; ${press()}`
    expect(await db.race('bea', [holder, waiting], SEEN)).toBe(2)
    expect(await queued()).toHaveLength(1)
    await db.query(`update interno.pendientes set vence = now() where tipo = 'completar'`)
    await db.race('servicio', ['select atender_pendientes()'])
    expect(await queued()).toHaveLength(2)
    await db.query(`delete from contactos_emergencia where id = '${other}'`)
  })
})

describe('several senders', () => {
  it('take each message once', async () => {
    await db.query(`select interno.encolar_envio('recordatorio', 'push', 2, prueba.id('bea'), 'uno/' || n, datos => '{"destino": "x"}')
      from generate_series(1, 200) n`)
    expect(await db.race('servicio', Array(8).fill('select tomar_envios(50)'))).toBe(8)
    const taken = await queued()
    expect(taken.filter(({ intentos }) => intentos > 1)).toEqual([])
    await db.query('delete from interno.envios')
  })

  it('do what is due once', async () => {
    await db.race('bea', [press()])
    await db.query(`update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1;
      update interno.pendientes set vence = now() where tipo = 'repetir'`)
    expect(await db.race('servicio', Array(8).fill('select atender_pendientes()'))).toBe(8)
    expect((await queued()).filter(({ tipo }) => tipo === 'repetida')).toHaveLength(1)
  })

  it('one who notes in the instant in which she closes leaves nobody without the ending', async () => {
    await db.race('bea', [press(`'${PRESS}'`)])
    await db.race('servicio', ['select tomar_envios(10)'])
    const [{ id } = { id: '' }] = await db.query<{ id: string }>('select id from interno.envios')
    const noting = `select anotar_envio('${id}', 'enviada'); ${HELD};
      ${until(`exists (select from pg_locks where not granted)`)}`
    const closing = `${untilHeld}; select prueba.ser('bea'); select cerrar_alerta('${PRESS}', 'a_salvo')`
    expect(await db.race('servicio', [noting, closing])).toBe(2)
    expect((await queued()).map(({ tipo }) => tipo)).toEqual(['alerta', 'cierre'])
  })

  it('one who takes a message in the instant in which somebody makes her close: its contact is told of that too', async () => {
    await db.race('bea', [press(`'${PRESS}'`)])
    const taking = `select tomar_envios(10); ${HELD}; ${until(`exists (select from pg_locks where not granted)`)}`
    const forcing = `${untilHeld}; select prueba.ser('duena'); select interno.fingir_cierre(id) from alertas`
    expect(await db.race('servicio', [taking, forcing])).toBe(2)
    const [{ id } = { id: '' }] = await db.query<{ id: string }>('select id from interno.envios')
    await db.race('servicio', [`select anotar_envios('[{"id":"${id}","resultado":"enviada"}]')`])
    await db.race('servicio', ['select atender_pendientes()'])
    expect((await queued()).map(({ tipo }) => tipo)).toEqual(['alerta', 'repetida'])
  })
})

describe('the sender is woken', () => {
  it('by what is due at once, and not by an appointment of next week', async () => {
    const heard: string[] = []
    const stop = await db.listen(['alarma', 'fin'], (channel) => heard.push(channel))
    try {
      /** Notices arrive in the order of commits. */
      const notices = async (work: string) => {
        heard.length = 0
        await db.query(work)
        await db.query(`select pg_notify('fin', '')`)
        await expect.poll(() => heard.at(-1)).toBe('fin')
        return heard.slice(0, -1)
      }
      const due = (when: string) =>
        `insert into interno.pendientes (tipo, urgencia, vence, user_id) values ('prueba', 2, now() + interval '${when}', prueba.id('bea'))`
      const message = (when: string) =>
        `select interno.encolar_envio('recordatorio', 'push', 2, prueba.id('bea'), 'uno/' || gen_random_uuid(), datos => '{"destino": "x"}', vence => now() + interval '${when}')`
      expect(await notices(due('7 days'))).toEqual([])
      expect(await notices(message('1 hour'))).toEqual([])
      expect(
        await notices(`insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria)
            values (prueba.id('bea'), 'https://push.test/cita', repeat('A', 87), repeat('A', 22), 'UTC');
          insert into agenda_personal (user_id, titulo, tipo, fecha) values (prueba.id('bea'), 'Cita', 'cita', current_date + 7)`),
      ).toEqual([])
      expect(await notices(due('0'))).toEqual(['alarma'])
      expect(await notices(message('0'))).toEqual(['alarma'])
    } finally {
      stop()
      await db.query(`delete from interno.envios; delete from agenda_personal where user_id = prueba.id('bea');
        delete from suscripciones_push where endpoint = 'https://push.test/cita'`)
    }
  })
})
