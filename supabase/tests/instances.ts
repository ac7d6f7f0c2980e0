import { randomBytes } from 'node:crypto'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readProject } from '../../server/src/config/project.ts'
import { rolePassword } from '../../server/src/config/secrets.ts'
import type { ServerConfig } from '../../server/src/config/serverConfig.ts'
import { createPool, Database, type DatabaseAddress } from '../../server/src/db/database.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { LargeBodies } from '../../server/src/limits/largeBodies.ts'
import { buildSchema } from '../../server/src/rest/build-schema.ts'
import { readCatalogue } from '../../server/src/rest/catalogue.ts'
import { restApi } from '../../server/src/rest/index.ts'
import type { Schema } from '../../server/src/rest/schema.ts'
import { Tokens } from '../../server/src/tokens/tokens.ts'
import { type Engine, startWithSchema } from './database.ts'

export const MEMBER = 'e0000000-0000-4000-8000-0000000000e1'
export const ATTACKER = 'f0000000-0000-4000-8000-0000000000f1'
const BEA = 'b0000000-0000-4000-8000-000000000002'
const PROJECT = path.resolve(import.meta.dirname, '..')
const PLATFORM = path.resolve(PROJECT, '../server/platform')

/**
 * The statement that gives her private rows in each table: thirty of them where her account may have many.
 * Every table of the schemas public and interno that has personal data (`interno.inventario_de_datos`) must stand here or below:
 * `oracles.test.ts` fails for one that does not.
 */
export const PRIVATE_ROWS: Readonly<Record<string, string>> = {
  'interno.decisiones': `insert into interno.decisiones (lote, clase, cosa, que, razon, autora) select md5('dl' || i)::uuid, 'mensaje', md5('dc' || i)::uuid, 'retirar', 'acoso', '${MEMBER}' from generate_series(1, 30) i`,
  'interno.acompanamientos': `insert into interno.acompanamientos (user_id, codigo_hash, termina_en) values ('${MEMBER}', sha256('camino'), now() + interval '1 hour')`,
  'interno.archivos_por_borrar': `insert into interno.archivos_por_borrar values ('profiles', 'avatars/${MEMBER}.jpg', 'v')`,
  'interno.autorias_historias': `insert into interno.autorias_historias (id, user_id) select md5('h' || i)::uuid, '${MEMBER}' from generate_series(1, 30) i`,
  'interno.bajas_pendientes': `insert into interno.bajas_pendientes (user_id) values ('${MEMBER}')`,
  'interno.codigos_alerta': `insert into interno.codigos_alerta (alerta_id, contacto_id, huella, respuesta) select md5('al' || i)::uuid, md5('c' || i)::uuid, sha256(convert_to('ca' || i, 'UTF8')), 'ya_voy' from generate_series(1, 30) i`,
  'interno.codigos_usados': `insert into interno.codigos_usados (huella) values (sha256('camino de ayer'))`,
  'interno.confianzas': `insert into interno.confianzas (contacto_id, user_id, codigo_huella, pagina_huella, estado, vence_en, telefono) select md5('c' || i)::uuid, '${MEMBER}', sha256(convert_to('i' || i, 'UTF8')), sha256(convert_to('g' || i, 'UTF8')), 'acepto', now() + interval '30 days', '+5255900000' || (10 + i) from generate_series(1, 30) i`,
  'interno.envios': `insert into interno.envios (id, tipo, via, urgencia, turno, user_id, contacto_id, via_id, clave) select md5('n' || i)::uuid, 'prueba', 'correo', 2, 0, '${MEMBER}', md5('c' || i)::uuid, md5('w' || i)::uuid, 'prueba/' || i from generate_series(1, 30) i`,
  'interno.frenos': `insert into interno.frenos (huella, momentos) values (sha256('a hermana@correo.mx'), array[now()])`,
  'interno.gastos': `insert into interno.gastos (user_id, mensajes) values ('${MEMBER}', 99)`,
  'interno.historias': `insert into interno.historias (id, titulo, contenido) select md5('h' || i)::uuid, 'Lo que nadie sabe ' || i, 'Una historia pendiente' from generate_series(1, 30) i`,
  'interno.historias_al_irse': `insert into interno.historias_al_irse values ('${MEMBER}', true)`,
  'interno.miradas': `insert into interno.miradas (quien, papel, sobre, que) select '${BEA}', 'moderadora', '${MEMBER}', 'ficha' from generate_series(1, 30)`,
  'interno.pendientes': `insert into interno.pendientes (tipo, vence, user_id, alerta_id) select 'olvidar', now() + interval '7 days', '${MEMBER}', md5('al' || i)::uuid from generate_series(1, 30) i`,
  'interno.recibos_sueltos': `insert into interno.recibos_sueltos (via, proveedor_id, resultado) values ('sms', 'SM de ella', 'entregada')`,
  'interno.recordatorios': `insert into interno.recordatorios (suscripcion_id, evento_id, dia, antes) values (md5('p1')::uuid, md5('a1')::uuid, current_date, 60)`,
  'interno.ritmos': `insert into interno.ritmos values ('${MEMBER}', 'peligro', array[now()])`,
  'interno.suscripciones_por_cancelar': `insert into interno.suscripciones_por_cancelar values ('sub_de_ella')`,
  'interno.vias_contacto': `insert into interno.vias_contacto (id, contacto_id, user_id, via, destino, confirmada_en) select md5('w' || i)::uuid, md5('c' || i)::uuid, '${MEMBER}', 'correo', 'hermana' || i || '@correo.mx', now() from generate_series(1, 30) i`,
  'public.aceptaciones_legales': `insert into public.aceptaciones_legales (user_id, politica_id) select '${MEMBER}', id from public.politicas_legales on conflict do nothing`,
  'public.agenda_personal': `insert into public.agenda_personal (id, user_id, titulo, fecha) select md5('a' || i)::uuid, '${MEMBER}', 'Cita con la abogada ' || i, date '2031-01-01' + i from generate_series(1, 30) i`,
  'public.alarma_ajustes': `insert into public.alarma_ajustes (user_id, nombre, telefono) values ('${MEMBER}', 'Elvi', '+525590000001')`,
  'public.alertas': `insert into public.alertas (id, user_id, cliente_id, estado, motivo, cerrada_en, latitud, longitud, lugar_en, nota) select md5('al' || i)::uuid, '${MEMBER}', md5('ak' || i)::uuid, 'cerrada', 'a_salvo', now(), 19.5, -99.2, now(), 'Con su hermana ' || i from generate_series(1, 30) i`,
  'public.bloqueos': `insert into public.bloqueos (user_id, bloqueada_id) values ('${MEMBER}', '${ATTACKER}'), ('${MEMBER}', '${BEA}')`,
  'public.contactos_emergencia': `insert into public.contactos_emergencia (id, user_id, nombre, telefono) select md5('c' || i)::uuid, '${MEMBER}', 'Su hermana ' || i, '+5255900000' || (10 + i) from generate_series(1, 30) i`,
  'public.descargas_libros': `insert into public.descargas_libros (user_id, libro_id) select '${MEMBER}', id from public.biblioteca_libros limit 3`,
  'public.cofre': `insert into public.cofre (user_id, clase, periodo, sobre, revision) select '${MEMBER}', 'animo', to_char(date '2031-01-01' + i * 31, 'YYYY-MM'), format('cofre1.%s.%s.%s', repeat('A', 11), repeat('A', 16), repeat('A', 64)), 1 from generate_series(1, 30) i`,
  'interno.cerrojos': `insert into interno.cerrojos (id, user_id, prueba, prueba_2, ficha) select md5('ce' || i)::uuid, '${MEMBER}', sha256('a'), sha256('b'), sha256(convert_to('ficha' || i, 'UTF8')) from generate_series(1, 15) i`,
  'interno.coacciones': `insert into interno.coacciones (user_id, cual) select '${MEMBER}', md5('co' || i)::uuid from generate_series(1, 15) i`,
  'interno.devoluciones': `insert into interno.devoluciones (id, user_id) select md5('dv' || i)::uuid, '${MEMBER}' from generate_series(1, 20) i`,
  'public.cofre_ranuras': `insert into public.cofre_ranuras (id, user_id, tipo, llave, sobre, vence_en) select md5('cr' || i)::uuid, '${MEMBER}', 'codigo', repeat('A', 11), format('cofre1.%s.%s.%s', repeat('A', 11), repeat('A', 16), repeat('A', 64)), now() + interval '7 days' from generate_series(1, 30) i`,
  'public.diario_personal': `insert into public.diario_personal (id, user_id, fecha, contenido) select md5('d' || i)::uuid, '${MEMBER}', date '2031-01-01' + i, 'Querido diario ' || i from generate_series(1, 30) i`,
  'public.registro_sellos': `insert into public.registro_sellos (user_id, numero, huella, creado_en) select '${MEMBER}', i, repeat(md5('rs' || i), 2), now() from generate_series(1, 30) i`,
  'public.entregas': `insert into public.entregas (id, alerta_id, user_id, contacto_id, via) select md5('en' || i)::uuid, md5('al' || i)::uuid, '${MEMBER}', md5('c' || i)::uuid, 'correo' from generate_series(1, 30) i`,
  'public.eventos_peligro': `insert into public.eventos_peligro (id, user_id, cliente_id, latitud, longitud, contacto_id) select md5('e' || i)::uuid, '${MEMBER}', md5('k' || i)::uuid, 19.5, -99.2, md5('c1')::uuid from generate_series(1, 30) i`,
  'public.hilos_soporte': `insert into public.hilos_soporte (user_id, espera_desde, nuevo) values ('${MEMBER}', now(), true) on conflict do nothing`,
  'public.llegadas': `insert into public.llegadas (user_id, cliente_id, destino, vence_en) select '${MEMBER}', md5('l' || i)::uuid, 'Con su hermana ' || i, now() + interval '1 hour' from generate_series(1, 30) i`,
  'public.mensajes_soporte': `insert into public.mensajes_soporte (user_id, texto, codigo) select '${MEMBER}', 'No me abre el diario ' || i, '7F3K' from generate_series(1, 30) i`,
  'public.plazas': `with e as (insert into public.encuentros (id, titulo, empieza, termina, estado) select md5('ee' || i)::uuid, 'Taller de voz ' || i, timestamptz '2031-01-01T18:00:00Z', timestamptz '2031-01-01T19:00:00Z', 'borrador' from generate_series(1, 30) i on conflict (id) do update set titulo = excluded.titulo returning id) insert into public.plazas (encuentro_id, user_id) select id, '${MEMBER}' from e`,
  'public.presentes_llamada': `insert into public.presentes_llamada (llamada_id, user_id) values (md5('v')::uuid, '${MEMBER}')`,
  'public.recados': `insert into public.recados (id, user_id, clase, texto) select md5('rc' || i)::uuid, '${MEMBER}', 'aviso', 'Gracias por avisar ' || i from generate_series(1, 30) i`,
  'public.referidos': `insert into public.referidos (invitador_id, referido_id) select '${MEMBER}', null from generate_series(1, 30)`,
  'public.reportes_apoyo': `insert into public.reportes_apoyo (user_id, asociacion_id) select '${MEMBER}', id from public.asociaciones_apoyo limit 30`,
  'public.reportes_sala': `insert into public.reportes_sala (id, user_id, mensaje_id, autora_id, motivo, detalle) select md5('r' || i)::uuid, '${MEMBER}', md5('m' || i)::uuid, '${ATTACKER}', 'acoso', 'Me sigue ' || i from generate_series(1, 30) i`,
  'public.salas_emitidas': `insert into public.salas_emitidas (room_url, user_id) values ('https://video.test/de-ella', '${MEMBER}')`,
  'public.senales': `insert into public.senales (user_id) values ('${MEMBER}') on conflict do nothing`,
  'public.sugerencias_apoyo': `insert into public.sugerencias_apoyo (user_id, texto) select '${MEMBER}', 'Ahí me escucharon ' || i from generate_series(1, 30) i`,
  'public.suscripciones': `insert into public.suscripciones (id, user_id, plan, estado, suscripcion_externa, pago_externo) values (md5('s')::uuid, '${MEMBER}', 'premium', 'activa', 'sub_ella', 'pi_ella')`,
  'public.suscripciones_push': `insert into public.suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria) select md5('p' || i)::uuid, '${MEMBER}', 'https://push.test/' || i, repeat('A', 87), repeat('B', 22), 'America/Mexico_City' from generate_series(1, 30) i`,
  'public.suspensiones': `insert into public.suspensiones (user_id, motivo, hasta) values ('${MEMBER}', 'Por una denuncia', now() + interval '3 days')`,
}

/** Tables with personal data of which no row is one member's secret, and why. */
export const NOT_PRIVATE: Readonly<Record<string, string>> = {
  'interno.administradoras': 'who runs the installation; no member is in it',
  'interno.admisiones':
    'every account of both instances is admitted; no statement of a request reads another’s',
  'interno.alertas_sin_cuenta': 'of accounts that ended',
  'interno.bitacora':
    'what the admin did, hers and the operator’s to read; of a member’s own deeds nothing stands in it',
  'interno.claves_de_un_uso': 'the admin’s account while its password is the printed one; no member is in it',
  'interno.autorias_reseñas': 'shown with the review',
  'interno.consumo': 'filled by triggers, for each row that is counted above',
  'interno.invitaciones': 'between sign-up and confirmation alone',
  'interno.perfiles': 'the profile itself is in both instances',
  'interno.perfiles_privados': 'made with the profile, in both instances',
  'interno.reseñas': 'written to be read',
  'interno.direcciones_vedadas': 'keyed hashes of addresses of who was expelled; nobody’s to read',
  'interno.medidas_guardadas': 'measures of who left, by a keyed hash; nobody’s to read',
  'interno.denuncias_guardadas': 'open reports about who left, by a keyed hash; nobody’s to read',
  'interno.medidas_veladas':
    'what was paused without a name, and never whom; the administradoras read it through a function',
  'interno.tomas': 'which of the team has something in hand; no member is in it',
  'public.guardias': 'when somebody of the team is on duty; no member is in it',
  'public.Salas': 'calls of a circle, open to its members',
  'public.respuestas_terapeutas':
    'written by the team to be read; of whose review it is about nothing stands in it',
  'public.convocatorias': 'invitations to the team; no member is in it',
  'public.integrantes': 'who is of the team: she is not; papeles.sql checks that no member learns who is',
  'public.directorio_terapeutas': 'published by the team',
  'public.mensajes_sala': 'written to be read',
}

export interface Instance {
  app: FastifyInstance
  owner: pg.Pool
  schema: Schema
  token: string
  /** Of somebody else; `sub` of a member. */
  tokenOf(role: string, sub?: string, claims?: object): Promise<string>
  close(): Promise<void>
}

/** A cluster with one database as a fresh installation has it, the demo people, the member and the attacker. */
async function prepareInstance(): Promise<{ engine: Engine; config: ServerConfig }> {
  const engine = await startWithSchema()
  const secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    anonKey: '',
    serviceRoleKey: '',
    superuserPassword: engine.owner.password,
  }
  const project = await readProject(PROJECT)
  await prepareDatabase({
    address: engine.address,
    credentials: engine.owner,
    projectDir: PROJECT,
    platformDir: PLATFORM,
    project,
    secrets,
    extraSeeds: ['./demo.sql'],
  })
  const owner = createPool(engine.address, engine.owner, { max: 1 })
  await owner.query(PEOPLE)
  await owner.end()
  const config = {
    project,
    secrets,
    siteUrl: 'http://127.0.0.1',
    publicSettings: {},
  } as unknown as ServerConfig
  return { engine, config }
}

/** One instance, in which she has private rows of every kind. */
export async function oneInstance(): Promise<Instance> {
  const { engine, config } = await prepareInstance()
  const instance = await openInstance(engine, engine.address, config)
  await instance.owner.query(HERS)
  const close = async () => {
    await instance.close()
    await engine.stop()
  }
  return { ...instance, close }
}

/**
 * Two databases that differ in nothing but what the statements of each write.
 * @param inBoth what both have besides the demo data
 * @returns both, and what ends them
 */
export async function twoInstances(
  statements: { inBoth?: string; inFirst?: string; inSecond?: string } = { inSecond: HERS },
): Promise<{ without: Instance; withRows: Instance; close: () => Promise<void> }> {
  const { engine, config } = await prepareInstance()
  const elsewhere = createPool({ ...engine.address, database: 'template1' }, engine.owner, { max: 1 })
  if (statements.inBoth !== undefined) {
    const owner = createPool(engine.address, engine.owner, { max: 1 })
    await owner.query(statements.inBoth)
    await owner.end()
  }
  await elsewhere.query(`create database second template "${engine.address.database}"`)
  await elsewhere.end()
  const without = await openInstance(engine, engine.address, config)
  const withRows = await openInstance(engine, { ...engine.address, database: 'second' }, config)
  await without.owner.query(statements.inFirst ?? '')
  await withRows.owner.query(statements.inSecond ?? '')
  // Refreshes the planner's statistics, as autovacuum does on a running server.
  await Promise.all([without, withRows].map(({ owner }) => owner.query('vacuum analyze')))
  const close = async () => {
    await without.close()
    await withRows.close()
    await engine.stop()
  }
  return { without, withRows, close }
}

/** Triggers and foreign keys are off: only the rows matter here, not whether they could have been written. */
const HERS = `begin; set local session_replication_role = replica; ${Object.values(PRIVATE_ROWS).join(';\n')}; commit`

const PEOPLE = `
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
  select id, 'authenticated', 'authenticated', correo, '', now(), '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('username', nombre, 'identidad_genero', 'mujer cis')
  from (values ('${MEMBER}'::uuid, 'ella@amparo.test', 'Elvira'), ('${ATTACKER}', 'el@amparo.test', 'Fabiola')) p (id, correo, nombre);
  delete from public.aceptaciones_legales where user_id = '${MEMBER}';
  update interno.ajustes set valor = '100000' where clave = 'factor_de_ritmo'`

/** One request of the data API. */
export interface Question {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  prefer?: string
  body?: unknown
}

/** @returns status, headers but for the date, and body, as one text */
export async function answer(
  { app, token }: Instance,
  { method, path, prefer, body }: Question,
): Promise<string> {
  const response = await app.inject({
    method,
    url: `/rest/v1/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(prefer === undefined ? {} : { prefer }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const { date: _date, ...headers } = response.headers
  return JSON.stringify([response.statusCode, headers, response.body])
}

/** Replaces what PostgreSQL generates anew in every run: times, and keys but for those that are known. */
export function settledBut(known: ReadonlySet<string>, answered: string): string {
  return answered
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : '<key>'))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<instant>')
    .replace(/"content-length":"\d+"/g, '')
}

/** @returns the questions that two databases answered differently, each with both answers */
export async function compareInstances(
  one: Instance,
  other: Instance,
  questions: Question[],
  together: number,
  shown = (answered: string) => answered,
): Promise<string[]> {
  const told: string[] = []
  const left = questions.values()
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (const question of left) {
        const answers = await Promise.all([answer(one, question), answer(other, question)])
        if (shown(answers[0]) === shown(answers[1])) continue
        told.push(
          `${JSON.stringify(question)}\n  one:   ${answers[0].slice(0, 400)}\n  other: ${answers[1].slice(0, 400)}`,
        )
      }
    }),
  )
  return told
}

/** A value for a parameter of a function, by its type. */
export const guess = (type: string, word: string, id: string) =>
  type === 'uuid'
    ? id
    : /^(text|character)/.test(type)
      ? word
      : type === 'boolean'
        ? true
        : /json/.test(type)
          ? {}
          : 1

async function openInstance(
  engine: Engine,
  address: DatabaseAddress,
  config: ServerConfig,
): Promise<Instance> {
  const owner = createPool(address, engine.owner, { max: 2 })
  const credentials = { user: 'authenticator', password: rolePassword(config.secrets, 'authenticator') }
  const db = new Database(address, credentials, { maxConnections: 6, budgetFactor: 100_000 })
  const tokens = new Tokens(config.secrets.jwtSecret)
  const app = Fastify({ logger: false, routerOptions: { maxParamLength: 500 } })
  const bodies = new LargeBodies(100)
  await app.register(restApi, {
    prefix: '/rest/v1',
    config,
    db,
    authPool: owner,
    tokens,
    bodies,
    log: app.log,
  })
  await app.ready()
  const schema = buildSchema(await readCatalogue(db, ['public']), ['public'])
  const token = await tokens.sign({ role: 'authenticated', sub: ATTACKER, aud: 'authenticated' }, 3600)
  const close = async () => {
    await app.close()
    await db.close()
    await owner.end()
  }
  const tokenOf = (role: string, sub?: string, claims?: object) =>
    tokens.sign({ role, ...(sub && { sub }), ...claims }, 3600)
  return { app, owner, schema, token, tokenOf, close }
}
