import type { Client } from 'pg'
import type { Served } from './processes.ts'

export interface Scenario {
  name: string
  title: string
  /** SQL before it. */
  prepare?: string
  method: string
  path: string
  prefer?: string
  body?: object
  /** SQL after each turn. */
  clean?: string
}

/** Somebody who is signed in, with what her browser sends. */
export interface Member {
  id: string
  headers: Record<string, string>
}

export interface Asked {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** A body with this day gets another for each request, of so many that follow it. */
export const VARYING_DAY = '2001-01-01'
export const VARYING_DAYS = 3_000

/** Ana of the demo people; in a request she stands for any member. */
export const ANA = 'a0000000-0000-4000-8000-000000000001'
export const CIRCLE = '5a1a0000-0000-4000-8000-00000000bebe'

/**
 * Five seconds write what a member writes in years: how much she may is the operator's to say (interno.cupos), and here it is more. Its triggers
 * check and count as they do in any installation; pgbench writes under the same.
 */
const roomFor = (table: string) =>
  `update interno.cupos set filas = 1e9, octetos = 1e15, filas_dia = 1e9, octetos_dia = 1e15 where tabla = '${table}'`
/** Empty again, and nothing of it counted: each turn begins as the first did. */
const emptied = (table: string) =>
  `truncate ${table} cascade; delete from interno.consumo where tabla = '${table}'`

/** What Ana's app asks of the data API. `prepare` is the SQL before it, `clean` the SQL after each turn. */
export const scenarios: Scenario[] = [
  {
    name: 'select',
    title: 'her trusted contacts, as the safety screen asks for them',
    method: 'GET',
    path: `/rest/v1/contactos_emergencia?select=id,nombre,telefono,prioridad,activo&user_id=eq.${ANA}&activo=is.true&order=prioridad.asc`,
  },
  {
    name: 'embed',
    title: 'the last twenty messages of a circle with two hundred, each with its circle',
    prepare: `
      insert into public.salas_comunidad (id, nombre, descripcion, icono) values ('${CIRCLE}', 'Medida', 'Medida', 'heart');
      alter table public.mensajes_sala disable trigger limitar;
      insert into public.mensajes_sala (sala_id, user_id, contenido)
        select '${CIRCLE}', '${ANA}', 'Mensaje número ' || n from generate_series(1, 200) n;
      alter table public.mensajes_sala enable trigger limitar`,
    method: 'GET',
    path: `/rest/v1/mensajes_sala?select=id,contenido,creado_en,salas_comunidad(nombre,icono)&sala_id=eq.${CIRCLE}&order=creado_en.desc&limit=20`,
  },
  {
    name: 'insert',
    title: 'an appointment in her agenda',
    method: 'POST',
    path: '/rest/v1/agenda_personal',
    prefer: 'return=minimal',
    body: {
      user_id: ANA,
      titulo: 'Cita',
      tipo: 'cita',
      fecha: '2026-12-01',
      hora: '10:00',
      notificar: false,
    },
    prepare: roomFor('public.agenda_personal'),
    clean: emptied('public.agenda_personal'),
  },
  {
    name: 'upsert',
    title: 'a diary entry, one of three thousand days',
    method: 'POST',
    path: '/rest/v1/diario_personal?on_conflict=user_id,fecha',
    prefer: 'return=minimal,resolution=merge-duplicates',
    body: { user_id: ANA, fecha: VARYING_DAY, contenido: 'Hoy fue un buen día, con un paseo largo.' },
    prepare: roomFor('public.diario_personal'),
    clean: emptied('public.diario_personal'),
  },
  {
    name: 'rpc',
    title: 'which week it is',
    method: 'POST',
    path: '/rest/v1/rpc/get_current_week',
    body: {},
  },
]

/** As many as it takes for 64 connections to stay within what one member may have under way (docs/api.md#rest): none is raised here. */
export const MEMBERS = 16
const PASSWORD = 'Amparo-demo-2026'

/**
 * Ana of the demo people and others like her, with the contacts that she has, each signed in by the auth API.
 * @param database as its owner
 * @returns what their browsers would send from then on
 */
export async function signInMembers(server: Served, database: Client): Promise<Member[]> {
  const { rows } = await database.query(
    `with others as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select ('a0000000-0000-4000-8000-0000000001' || lpad(n::text, 2, '0'))::uuid, aud, role, 'ana' || n || '@amparo.test', encrypted_password, now(),
         raw_app_meta_data, raw_user_meta_data || jsonb_build_object('username', 'Ana ' || n)
       from auth.users, generate_series(2, $2::int) n where id = $1 returning id, email)
     insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
     select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now() from others
     returning user_id as id, identity_data ->> 'email' as email`,
    [ANA, MEMBERS],
  )
  await database.query(
    `insert into public.contactos_emergencia (user_id, nombre, telefono, prioridad)
     select other, c.nombre, c.telefono, c.prioridad from public.contactos_emergencia c, unnest($2::uuid[]) other where c.user_id = $1`,
    [ANA, rows.map(({ id }) => id)],
  )
  const members = [{ id: ANA, email: 'ana@amparo.test' }, ...rows]
  return Promise.all(
    members.map(async ({ id, email }) => ({
      id,
      headers: (await enter(server, 'token?grant_type=password', email)).headers,
    })),
  )
}

/**
 * @param the auth endpoint: to sign in or to sign up
 * @returns her id, and what her browser would send from then on
 */
export async function enter(server: Served, way: string, email: string): Promise<Member> {
  const apikey = server.anonKey
  const response = await fetch(`${server.url}/auth/v1/${way}`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access_token, user } = await response.json()
  if (!access_token) throw new Error(`${email} cannot enter: ${response.status}`)
  const headers = {
    apikey,
    authorization: `Bearer ${access_token}`,
    accept: '*/*',
    'accept-profile': 'public',
    'x-client-info': 'bench',
  }
  return { id: user.id, headers }
}

/** One of the scenarios as an HTTP request: Ana's, and in `others` what the other members ask. */
export function requestOf(scenario: Scenario, url: string, members: Member[]): Asked & { others: Asked[] } {
  const [first, ...others] = members.map((member) => requestBy(scenario, url, member))
  if (!first) throw new Error('nobody asks')
  return { ...first, others }
}

function requestBy({ method, path, prefer, body }: Scenario, url: string, { id, headers }: Member): Asked {
  const hers = (text: string) => text.replaceAll(ANA, id)
  return {
    url: url + hers(path),
    method,
    headers: {
      ...headers,
      ...(prefer && { prefer }),
      ...(body && { 'content-type': 'application/json', 'content-profile': 'public' }),
    },
    body: body && hers(JSON.stringify(body)),
  }
}
