import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ATTACKER,
  answer,
  compareInstances,
  guess,
  type Instance,
  MEMBER,
  type Question,
  settledBut,
  twoInstances,
} from './instances.ts'

// Who wrote what is anonymous stays unknown to the team. Two databases are equal but for the author of every anonymous text: a story
// that waits, one that was published, a reported review, a veiled measure and the answer to it. One of the team calls every function
// and reads every table in both; not one byte may differ.

const MODERADORA = 'ad000000-0000-4000-8000-0000000000a2'
const ADMINISTRADORA = 'ad000000-0000-4000-8000-0000000000a1'
const SESIONES = {
  [MODERADORA]: 'c5000000-0000-4000-8000-0000000000a2',
  [ADMINISTRADORA]: 'c5000000-0000-4000-8000-0000000000a1',
}
const BEA = 'b0000000-0000-4000-8000-000000000002'
const thing = (n: number) => `5e000000-0000-4000-8000-00000000000${n}`
const [ESPERA, PUBLICADA, RESENA, MEDIDA] = [thing(1), thing(2), thing(3), thing(4)]
const [APELADA, DENUNCIA, TERAPEUTA] = [thing(5), thing(6), thing(7)]
const DECISION = /decidir|medir|pausar|resolver|tomar|soltar|deshacer|levantar/
const LOOKUP = /^(buscar_miembros|ver_miembro)$/
/** One moment for both databases. */
const UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString()
/** Of the asker's own account: once, or random each time. */
const ENDS = /^(eliminar_mi_cuenta|retirar_registro|pedir_ficha)$/

const TEAM = Object.entries(SESIONES)
  .map(
    ([id, session], n) => `
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  values ('${id}', 'authenticated', 'authenticated', 'equipo${n}@amparo.test', '$2b$10$x', now(), '{"username": "Volunt ${n}", "identidad_genero": "mujer cis"}');
  insert into public.integrantes (user_id, papel) values ('${id}', '${id === MODERADORA ? 'moderadora' : 'administradora'}');
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values ('${session}', '${id}', '', 'totp', 'verified', now(), now(), 'x');
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id) values ('${session}', '${id}', now(), now(), 'aal2', '${session}');`,
  )
  .join('')
const PREPARED = `${TEAM}
  insert into public.directorio_terapeutas (id, nombre) values ('${TERAPEUTA}', 'Terapeuta de prueba');`

/** The same texts, written by somebody else. */
const written = (by: string) => `begin;
  insert into interno.autorias_historias (id, user_id, enviada_en) values
    ('${ESPERA}', '${by}', timestamptz '2026-01-01'), ('${PUBLICADA}', '${by}', timestamptz '2026-01-01');
  insert into interno.historias (id, titulo, contenido, estado, publicada_en, en_cola_desde) values
    ('${ESPERA}', 'Lo que espera', 'Un texto', 'pendiente', null, timestamptz '2026-01-02'), ('${PUBLICADA}', 'Lo publicado', 'Un texto', 'publicada', timestamptz '2026-01-02', timestamptz '2026-01-02');
  insert into interno."autorias_reseñas" (id, terapeuta_id, user_id) values ('${RESENA}', '${TERAPEUTA}', '${by}');
  insert into interno."reseñas" (id, terapeuta_id, comentario, puntuacion) values ('${RESENA}', '${TERAPEUTA}', 'Me ayudó', 5);
  insert into public.reportes_sala (id, user_id, origen, objeto_id, motivo) values ('${DENUNCIA}', '${BEA}', 'reseña', '${RESENA}', 'otro');
  insert into interno.medidas_veladas (id, clase, cosa, quien, motivo, alcance, hasta) values
    ('${MEDIDA}', 'historia', '${PUBLICADA}', null, 'Nombra a alguien', 'escritos', timestamptz '${UNTIL}');
  insert into public.suspensiones (id, user_id, motivo, hasta, alcance, velada, por, apelacion, apelada_en) values
    ('${MEDIDA}', '${by}', 'Nombra a alguien', now() + interval '60 days', 'circulos', true, null, null, null),
    ('${APELADA}', '${by}', 'Vende algo', now() + interval '60 days', 'falta', true, null, 'No vendí nada', now());
commit`

let one: Instance
let other: Instance
let close: (() => Promise<void>) | undefined
beforeAll(async () => {
  const both = await twoInstances({ inBoth: PREPARED, inFirst: written(MEMBER), inSecond: written(ATTACKER) })
  one = both.without
  other = both.withRows
  close = both.close
}, 120_000)
afterAll(() => close?.())

const KNOWN = new Set([
  ...[
    MEMBER,
    ATTACKER,
    BEA,
    MODERADORA,
    ADMINISTRADORA,
    ESPERA,
    PUBLICADA,
    RESENA,
    MEDIDA,
    APELADA,
    DENUNCIA,
    TERAPEUTA,
  ],
])

async function as(who: keyof typeof SESIONES, instance: Instance): Promise<Instance> {
  return {
    ...instance,
    token: await instance.tokenOf('authenticated', who, { aal: 'aal2', session_id: SESIONES[who] }),
  }
}

const call = (name: string, body: object): Question => ({
  method: 'POST',
  path: `rpc/${encodeURIComponent(name)}`,
  body,
})

/** Every function of the API but those of `without`, about both members and every text, with valid and invalid arguments. */
function everyFunction(without: (name: string) => boolean): Question[] {
  const words: Record<string, unknown[]> = {
    clase: ['historia', 'reseña', 'apelacion', 'mensaje'],
    alcance: ['falta', 'circulos'],
    hasta: [UNTIL],
    que: ['publicar', 'mantener'],
    razon: ['adecuada', 'otra'],
    version: ['1'],
  }
  const asked: Question[] = []
  for (const { name, parameters } of [...one.schema.routines.get('public')!.values()].flat()) {
    if (ENDS.test(name) || without(name)) continue
    for (const id of [MEMBER, ATTACKER, ESPERA, PUBLICADA, RESENA, MEDIDA, APELADA])
      for (const variant of [0, 1, 2, 3])
        asked.push(
          call(
            name,
            Object.fromEntries(
              parameters.map(({ name: parameter, type }) => {
                const options = words[parameter]
                return [
                  parameter,
                  options
                    ? options[variant % options.length]
                    : guess(type, variant === 3 ? '' : 'Motivo de prueba', id),
                ]
              }),
            ),
          ),
        )
  }
  return asked.filter(
    (question, n, all) => all.findIndex((same) => JSON.stringify(same) === JSON.stringify(question)) === n,
  )
}

const everyTable = (): Question[] =>
  [...one.schema.relations.get('public')!.keys()].flatMap((name): Question[] => {
    const path = encodeURIComponent(name)
    return [
      { method: 'GET', path: `${path}?limit=1000`, prefer: 'count=exact' },
      { method: 'GET', path: `${path}?select=*&limit=1000`, prefer: 'count=estimated' },
    ]
  })

/** A day later: what was looked up before counts no more, and counts of how often somebody asks begin again. */
async function nextDay() {
  const statement = `begin; set local session_replication_role = replica;
    update interno.miradas set cuando = cuando - interval '25 hours' where not velada; delete from interno.ritmos; commit`
  await Promise.all([one, other].map(({ owner }) => owner.query(statement)))
}

describe.each(['before anything was taken', 'once it was taken', 'once it was decided'])(
  'an anonymous author, %s',
  (when) => {
    const asker = when === 'once it was decided' ? ADMINISTRADORA : MODERADORA
    let instances: [Instance, Instance]
    const compare = (questions: Question[]) =>
      compareInstances(instances[0], instances[1], questions, 1, (answered) =>
        settledBut(KNOWN, answered).replace(/\d{10}\.\d{1,6}/g, '<instant>'),
      )

    beforeAll(async () => {
      instances = [await as(asker, one), await as(asker, other)]
      if (when === 'before anything was taken') return
      await nextDay()
      const steps =
        when === 'once it was taken'
          ? [
              call('tomar', { clase: 'historia', cosa: ESPERA }),
              call('tomar', { clase: 'reseña', cosa: RESENA }),
              call('tomar', { clase: 'apelacion', cosa: APELADA }),
              call('apelaciones', {}),
              call('pausar_autora', {
                historia: ESPERA,
                motivo: 'Otra vez',
                hasta: UNTIL,
                alcance: 'circulos',
              }),
              call('medir_autora', {
                clase: 'reseña',
                cosa: RESENA,
                motivo: 'Otra vez',
                hasta: UNTIL,
                alcance: 'falta',
              }),
            ]
          : [call('soltar', { clase: 'historia', cosa: ESPERA })]
      expect(await compare(steps)).toEqual([])
      for (const step of steps)
        for (const instance of instances)
          expect(JSON.parse(await answer(instance, step))[0]).toBeLessThan(300)
    })

    it('is told by no function', async () => {
      const questions = everyFunction(
        (name) =>
          LOOKUP.test(name) ||
          (when !== 'once it was decided' && DECISION.test(name) && !/^medir$/.test(name)),
      )
      expect(questions.length).toBeGreaterThan(300)
      expect(await compare(questions)).toEqual([])
    }, 120_000)

    it('is told by no table', async () => {
      expect(await compare(everyTable())).toEqual([])
    })

    it('is told by no function about one who was looked up', async () => {
      expect(
        await compare([
          call('buscar_miembros', { texto: 'Elvira' }),
          call('buscar_miembros', { texto: 'Fabiola' }),
          call('ver_miembro', { cual: MEMBER, motivo: 'Un motivo' }),
          call('ver_miembro', { cual: ATTACKER, motivo: 'Un motivo' }),
        ]),
      ).toEqual([])
    })
  },
)
