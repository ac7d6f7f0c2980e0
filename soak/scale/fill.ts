import type pg from 'pg'

/** An installation at scale 1; every count but those of what the team writes grows with it. */
const FULL = {
  members: 200_000,
  messages: 10_000_000,
  diary: 5_000_000,
  agenda: 1_000_000,
  alerts: 1_000_000,
  stories: 20_000,
  reports: 20_000,
  waiting: 20_000,
}
const PIECE = 250_000
/** Of the days that have passed. */
const DAYS = 700

/** Who asks: a member with many of everything, as the heaviest have it. */
export const ME = "md5('miembro 1')::uuid"
/** The circle where most is written. */
export const CIRCLE = "md5('círculo 1')::uuid"
const CIRCLES = 40

/**
 * Fills an installation, without triggers: rows as they would stand after them. Set by set, in pieces that fit into memory.
 * @param database its owner's connection
 */
export async function fill(database: pg.Client, scale: number): Promise<Record<string, number>> {
  const counts = Object.fromEntries(
    Object.entries(FULL).map(([what, many]) => [what, Math.round(many * scale)]),
  ) as typeof FULL
  const { members: N, messages: M, alerts: A } = counts
  await database.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  )
  await database.query(`
    create function pg_temp.quien(n bigint) returns uuid language sql immutable as $$ select md5('miembro ' || n)::uuid $$;
    -- Of what is written every fiftieth is by one of twenty who write much.
    create function pg_temp.autora(n bigint) returns uuid language sql immutable as
      $$ select md5('miembro ' || case when n % 50 = 0 then 1 + (n / 50) % 20 else 1 + (n * 7919) % ${N} end)::uuid $$;
    create function pg_temp.cuando(n bigint, total bigint) returns timestamptz language sql stable as
      $$ select now() - interval '${DAYS} days' * (1 - n::float8 / total) $$;
    insert into public.salas_comunidad (id, nombre) select md5('círculo ' || n)::uuid, 'Círculo ' || n from generate_series(1, ${CIRCLES}) n`)

  /** In pieces; \`n\` counts. */
  const put = async (total: number, sql: string) => {
    for (let from = 1; from <= total; from += PIECE)
      await database.query(
        `${sql} from generate_series(${from}::bigint, ${Math.min(total, from + PIECE - 1)}::bigint) n`,
      )
  }
  await put(
    N,
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data, created_at)
     select pg_temp.quien(n), 'authenticated', 'authenticated', 'miembro' || n || '@amparo.test', '', now(), '{}', now() - random() * interval '${DAYS} days'`,
  )
  await put(
    N,
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at)
     select pg_temp.quien(n), pg_temp.quien(n), now() - interval '30 days', now(), (now() - random() * interval '30 days') at time zone 'utc'`,
  )
  await put(
    N,
    `insert into interno.perfiles (id, username, se_muestra)
     select pg_temp.quien(n), (array['Rosa', 'Noemí', 'Lupita', 'Eva', 'Marisol', 'Inés', 'Alma', 'Paz'])[1 + n % 8] || ' ' || substr(md5(n::text), 1, 6), n % 3 = 0`,
  )
  await put(
    N,
    `insert into interno.perfiles_privados (id, codigo_invitacion)
     select pg_temp.quien(n), translate(upper(lpad(to_hex(n), 8, '0')), '01', 'GH')`,
  )
  await put(
    N,
    `insert into interno.admisiones (user_id, admitida_en, identidad) select pg_temp.quien(n), now() - random() * interval '${DAYS} days', 'mujer cis'`,
  )
  await put(
    N * 3,
    `insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad)
     select md5('contacto ' || n)::uuid, pg_temp.quien(1 + n % ${N}), 'Lucía', '+5255' || lpad(n::text, 8, '0'), 1 + (n / ${N})::int`,
  )
  await put(
    N * 3,
    `insert into interno.confianzas (contacto_id, user_id, estado, telefono, vence_en, respondida_en, pagina_huella)
     select md5('contacto ' || n)::uuid, pg_temp.quien(1 + n % ${N}), 'acepto', '+5255' || lpad(n::text, 8, '0'), now(), now(), sha256(convert_to('página ' || n, 'UTF8'))`,
  )
  await put(
    N * 3,
    `insert into interno.vias_contacto (id, contacto_id, user_id, via, destino, confirmada_en)
     select md5('vía ' || n)::uuid, md5('contacto ' || n)::uuid, pg_temp.quien(1 + n % ${N}), 'correo', 'c' || n || '@ejemplo.mx', now()`,
  )
  await put(
    Math.round(N / 2),
    `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, sesion)
     select pg_temp.quien(n), 'https://push.test/' || n, repeat('A', 87), repeat('B', 22), 'America/Mexico_City', pg_temp.quien(n)`,
  )
  await put(
    N * 5,
    `insert into interno.consumo (user_id, tabla, filas, octetos)
     select pg_temp.quien(1 + n % ${N}), (array['public.mensajes_sala', 'public.diario_personal', 'public.agenda_personal', 'public.contactos_emergencia', 'public.eventos_peligro'])[1 + (n / ${N})::int % 5], 50, 20000`,
  )
  await put(
    M,
    `insert into public.mensajes_sala (id, sala_id, user_id, contenido, creado_en)
     select md5('mensaje ' || n)::uuid, case when n % 3 = 0 then ${CIRCLE} else md5('círculo ' || (1 + (n * 31) % ${CIRCLES}))::uuid end, pg_temp.autora(n),
       'Hoy pude salir a caminar y pensé en ustedes, gracias por leerme ' || n, pg_temp.cuando(n, ${M})`,
  )
  await put(
    counts.diary,
    `insert into public.diario_personal (user_id, fecha, contenido)
     select pg_temp.quien(1 + n % ${N}), current_date - (n / ${N})::int, repeat('Hoy fue un día largo y lo cuento. ', 6)`,
  )
  await put(
    1_000,
    `insert into public.diario_personal (user_id, fecha, contenido) select ${ME}, current_date - 100 - n::int, repeat('Querido diario. ', 20)`,
  )
  await put(
    counts.agenda,
    `insert into public.agenda_personal (user_id, titulo, fecha) select pg_temp.quien(1 + n % ${N}), 'Cita', current_date + (n % 60)::int - 30`,
  )
  await put(
    1_000,
    `insert into public.agenda_personal (user_id, titulo, fecha) select ${ME}, 'Cita', current_date + n::int - 500`,
  )
  const closed = (author: string, key: string, total: number) =>
    `insert into public.alertas (id, user_id, cliente_id, estado, motivo, creada_en, pulsada_en, sale_en, cerrada_en)
     select md5('${key} ' || n)::uuid, ${author}, md5('${key} de ella ' || n)::uuid, 'cerrada', 'a_salvo', pg_temp.cuando(n, ${total}), pg_temp.cuando(n, ${total}), pg_temp.cuando(n, ${total}), pg_temp.cuando(n, ${total}) + interval '1 minute'`
  await put(A, closed(`pg_temp.quien(1 + n % ${N})`, 'alerta', A))
  await put(300, closed(ME, 'alerta mía', 300))
  await put(
    A * 2,
    `insert into public.entregas (alerta_id, user_id, contacto_id, via, estado, encolada_en, enviada_en)
     select md5('alerta ' || (1 + n / 2))::uuid, pg_temp.quien(1 + (1 + n / 2) % ${N}), md5('contacto ' || ((1 + n / 2) % ${N}))::uuid,
       (array['correo', 'push'])[1 + n % 2], 'enviada', pg_temp.cuando(n, ${A * 2}), pg_temp.cuando(n, ${A * 2})`,
  )
  await put(
    A,
    `insert into interno.codigos_alerta (alerta_id, contacto_id, huella)
     select md5('alerta ' || n)::uuid, md5('contacto ' || (n % ${N}))::uuid, sha256(convert_to('código ' || n, 'UTF8'))`,
  )
  await put(
    A,
    `insert into public.eventos_peligro (user_id, cliente_id, creado_en, ocurrido_en, latitud, longitud)
     select pg_temp.quien(1 + n % ${N}), md5('alerta de ella ' || n)::uuid, pg_temp.cuando(n, ${A}), pg_temp.cuando(n, ${A}), 19.43, -99.13`,
  )
  await put(
    Math.round(N / 10),
    `insert into public.llegadas (user_id, cliente_id, destino, vence_en, estado, terminada_en)
     select pg_temp.quien(n), gen_random_uuid(), 'Casa', now() - interval '1 day', 'llego', now() - interval '1 day'`,
  )
  await put(
    counts.waiting,
    `insert into interno.envios (tipo, via, urgencia, turno, user_id, contacto_id, via_id, clave, vence, terminado_en, resultado)
     select 'prueba', 'correo', 2, 0, pg_temp.quien(1 + n % ${N}), md5('contacto ' || n)::uuid, md5('vía ' || n)::uuid, 'envío ' || n, now() - interval '1 hour',
       case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'enviada' end`,
  )
  await put(
    counts.waiting,
    `insert into interno.pendientes (tipo, urgencia, vence, user_id) select 'cerrar', 1, now() + interval '1 day' * random() + interval '1 hour', pg_temp.quien(1 + n % ${N})`,
  )
  await put(
    Math.round(N / 4),
    `insert into public.bloqueos (user_id, bloqueada_id) select pg_temp.quien(1 + n % ${N}), pg_temp.quien(1 + (n * 13 + 1) % ${N})`,
  )
  await put(
    counts.stories,
    `insert into interno.historias (id, titulo, contenido, estado, recibida_el, publicada_en)
     select md5('historia ' || n)::uuid, 'Historia ' || n, repeat('Lo que viví y lo que sigue. ', 40), case when n % 50 = 0 then 'pendiente' else 'publicada' end,
       current_date - (n % ${DAYS})::int, pg_temp.cuando(n, ${counts.stories})`,
  )
  await put(
    counts.stories,
    `insert into interno.autorias_historias (id, user_id, anonima, enviada_en)
     select md5('historia ' || n)::uuid, pg_temp.quien(1 + n % ${N}), n % 2 = 0, pg_temp.cuando(n, ${counts.stories})`,
  )
  await put(
    counts.reports,
    `insert into public.reportes_sala (user_id, mensaje_id, sala_id, autora_id, origen, contenido, escrito_en, motivo, estado, creado_en)
     select pg_temp.quien(1 + n % ${N}), md5('mensaje ' || n)::uuid, ${CIRCLE}, pg_temp.autora(n), 'mensaje', 'Lo que dijo', now(), 'acoso',
       case when n % 50 = 0 then 'pendiente' else 'descartado' end, pg_temp.cuando(n, ${counts.reports})`,
  )
  await database.query('set session_replication_role = origin; reset synchronous_commit')
  await database.query('vacuum analyze')
  return counts
}
