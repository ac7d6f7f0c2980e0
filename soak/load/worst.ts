import { createHmac, randomBytes, randomUUID } from 'node:crypto'

/*
 * The most expensive requests known for one member: those that ended or stalled the server before it had ceilings, budgets and lanes, and
 * those that come closest to the limits now.
 */

/** Who sends them. */
export interface Hostile {
  id: string
  /** Opens an alert of the member, as one of her contacts. */
  code?: string
  /** The sender's own alert that was opened last. */
  pressed?: string
}

export interface Asked {
  path: string
  method?: string
  headers?: Record<string, string>
  /** A function: made anew for each request. */
  body?: unknown
}

interface Worst {
  name: string
  ask: (sender: Hostile) => Asked
}

type Sql = (text: string, values?: unknown[]) => Promise<unknown>

const rest = '/rest/v1/'
const exact = { prefer: 'count=exact' }
const list = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join()
const back = 'profiles!inner(mensajes_sala!inner(id,profiles!inner(mensajes_sala!inner(id))))'

const worst = (name: string, path: string, more: Omit<Asked, 'path'> = {}): Worst => ({
  name,
  ask: () => ({ path: rest + path, ...more }),
})

const calling = (name: string, routine: string, body: (sender: Hostile) => unknown): Worst => ({
  name,
  ask: (sender) => ({ path: `${rest}rpc/${routine}`, method: 'POST', body: () => body(sender) }),
})
const code = () => randomBytes(24).toString('base64url')

/** The lane that never waits is the one that an attacker fills first. */
const ALARM = [
  calling('presses of their own, each of them new', 'abrir_alerta', (sender) => {
    sender.pressed = randomUUID()
    return { cliente_id: sender.pressed, pulsada_en: new Date().toISOString(), pausa_s: 0 }
  }),
  calling('alerts closed as soon as they are open, and before they are', 'cerrar_alerta', (sender) => {
    const alerta = sender.pressed ?? randomUUID()
    sender.pressed = undefined
    return { alerta, motivo: 'por_error' }
  }),
  calling('their place, as fast as it is taken', 'agregar_lugar', ({ pressed }) => {
    const place = { latitud: 19 + Math.random(), longitud: -99, precision_m: 5 }
    return { alerta: pressed ?? randomUUID(), ...place, tomada_en: new Date().toISOString() }
  }),
  calling('the page of her alert, as her contact', 'ver_alerta', (sender) => ({
    codigo: sender.code ?? code(),
    por: 'correo',
  })),
  calling('answers to her alert', 'responder_alerta', (sender) => ({
    codigo: sender.code ?? code(),
    respuesta: Math.random() < 0.5 ? 'ya_voy' : 'no_puedo',
  })),
  calling('invitations guessed', 'ver_invitacion', () => ({ codigo: code() })),
  calling('addresses of many by a guessed code', 'agregar_via', () => ({
    codigo: code(),
    via: 'correo',
    destino: `${'a'.repeat(60)}@${'b'.repeat(180)}.mx`,
  })),
  calling('what all their contacts said', 'mis_confianzas', () => ({})),
  worst('their alerts, and what became of each, counted', 'alertas?select=*,entregas(*)&order=nota.desc', {
    headers: exact,
  }),
  calling('timers for hundreds of contacts', 'iniciar_llegada', () => ({
    cliente_id: randomUUID(),
    destino: 'x'.repeat(200),
    nota: 'ñ'.repeat(500),
    vence_en: new Date(Date.now() + 3_600_000).toISOString(),
    contactos: Array.from({ length: 300 }, () => randomUUID()),
  })),
]

export const WORST: Worst[] = [
  ...ALARM,
  worst('one column under 290 names', `diario_personal?select=${list(290, (i) => `a${i}:contenido`)}`),
  worst('one column under eight names', `diario_personal?select=${list(8, (i) => `a${i}:contenido`)}`),
  worst(
    'all messages of all members of all messages',
    'mensajes_sala?select=id,profiles(mensajes_sala(*))&limit=1000',
  ),
  worst('counting a chain of inner joins', `mensajes_sala?select=id,${back}`, {
    method: 'HEAD',
    headers: exact,
  }),
  worst('the same chain, planned', `mensajes_sala?select=id,${back}`, {
    headers: { prefer: 'count=planned' },
  }),
  worst('a pattern with back references', 'mensajes_sala?contenido=match.(.*)(.*)(.*)(.*)(.*)\\5z'),
  worst('a pattern of many repetitions', 'mensajes_sala?contenido=imatch..*a.*e.*i.*o.*u.*z', {
    headers: exact,
  }),
  worst('a built-out pattern', 'mensajes_sala?contenido=match.(((a{1,50}){1,50}){1,50}){1,50}'),
  worst('a like of many wildcards', `mensajes_sala?contenido=ilike.*${'a*'.repeat(40)}`),
  worst('a like of eight wildcards, counted', 'mensajes_sala?select=id&contenido=ilike.*a*e*i*o*u*y*z', {
    headers: exact,
  }),
  worst(
    'a list of four hundred keys',
    `mensajes_sala?id=in.(${list(400, (i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`)})`,
  ),
  worst(
    'a condition of two hundred patterns',
    `mensajes_sala?or=(${list(200, (i) => `contenido.ilike.*${i}z*`)})`,
  ),
  worst('an order of many terms', `mensajes_sala?order=${list(30, () => 'contenido.desc')}&limit=1000`),
  worst('a search without an index', 'mensajes_sala?contenido=wfts(spanish).amor or vida or casa', {
    headers: exact,
  }),
  worst(
    'fifty embedded resources',
    `profiles?select=id,${list(50, (i) => `m${i}:mensajes_sala(id)`)}&limit=1000`,
  ),
  worst(
    'a related table for every row',
    'profiles?select=id,mensajes_sala(id)&mensajes_sala.contenido=eq.zzz&limit=1000',
    { headers: exact },
  ),
  worst('a megabyte that is no JSON', 'agenda_personal', {
    method: 'POST',
    body: `[${'{"a":1},'.repeat(110_000)}`,
  }),
  worst('a body nested two hundred levels deep, many times', 'agenda_personal', {
    method: 'POST',
    body: `[${list(2_000, () => `${'['.repeat(190)}${']'.repeat(190)}`)}]`,
  }),
  {
    name: 'eight thousand rows in one request',
    ask: ({ id }) => ({
      path: `${rest}agenda_personal`,
      method: 'POST',
      body: Array.from({ length: 8_000 }, () => ({
        user_id: id,
        titulo: 'x',
        fecha: '2030-01-01',
        tipo: 'evento',
      })),
    }),
  },
  {
    name: 'a diary entry of two hundred thousand letters, again and again',
    ask: ({ id }) => ({
      path: `${rest}diario_personal?on_conflict=user_id,fecha`,
      method: 'POST',
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      body: { user_id: id, fecha: '2030-01-01', tipo: 'texto', contenido: 'ñ'.repeat(199_000) },
    }),
  },
  {
    name: 'a list of files by a pattern',
    ask: () => ({
      path: '/storage/v1/object/list/profiles',
      method: 'POST',
      body: { prefix: '', search: '%_%_%', limit: 1_000 },
    }),
  },
]

/** Fills what the worst requests need: long diary entries of the sender, and circles with many messages of many members. */
export async function furnish(sql: Sql, ids: string[]): Promise<void> {
  await sql('begin')
  await sql('set local session_replication_role = replica')
  await sql(
    `insert into public.diario_personal (user_id, fecha, tipo, contenido)
     select u, date '2020-01-01' + i, 'texto', repeat('ñandú ', 33000) from unnest($1::uuid[]) u, generate_series(1, 10) i`,
    [ids],
  )
  await sql(
    `insert into public.mensajes_sala (sala_id, user_id, contenido)
     select (select id from public.salas_comunidad order by nombre limit 1), ($1::uuid[])[1 + i % cardinality($1::uuid[])],
       'Mensaje ' || i || ': ' || repeat('hoy salí a caminar y me sentí bien ', 6)
     from generate_series(1, 4000) i`,
    [ids],
  )
  await sql('commit')
  await sql('analyze')
}

/** Thirty contacts of each, who said yes and gave a mail address: every alert of theirs is thirty messages. */
export async function befriend(sql: Sql, ids: string[]): Promise<void> {
  await sql('begin')
  await sql('set local session_replication_role = replica')
  await sql(
    `insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad, activo)
     select md5('contact' || u || i)::uuid, u, 'Contacto ' || i, '+5255600000' || i, 1 + i % 3, true
     from unnest($1::uuid[]) u, generate_series(10, 39) i`,
    [ids],
  )
  await sql(
    `insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
     select id, user_id, 'acepto', now(), now(), telefono from public.contactos_emergencia
     where user_id = any ($1) and nombre like 'Contacto %'`,
    [ids],
  )
  await sql(
    `insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
     select contacto_id, user_id, 'correo', contacto_id || '@ejemplo.mx', now() from interno.confianzas where user_id = any ($1)`,
    [ids],
  )
  await sql('commit')
  await sql('analyze')
}

/**
 * Codes of two contacts for an alert of hers that is open, as the sender makes them of the service key: each opens the page of the alert.
 * @returns none until they have been sent
 */
export async function codesOf(
  sql: (text: string, values: unknown[]) => Promise<{ id: string }[]>,
  serviceKey: string,
  alerta: string,
): Promise<string[]> {
  const rows = await sql(
    'select id from interno.codigos_alerta where alerta_id = $1 and huella is not null order by contacto_id limit 2',
    [alerta],
  )
  return rows.map(({ id }) => {
    const mac = createHmac('sha256', serviceKey).update(`alerta:${id}`).digest()
    return mac.subarray(0, 24).toString('base64url')
  })
}
