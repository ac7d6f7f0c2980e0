import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { RunningServer } from '../../server/src/start.ts'

/** The way by which a contact of a test is reached, and where. */
export type Where =
  | { via: 'correo' | 'sms' | 'whatsapp'; destino: string }
  | { via: 'push'; destino: string; p256dh: string; auth: string }

export interface Ella {
  id: string
  name: string
  supabase: SupabaseClient
}

export function anonymous(server: RunningServer): SupabaseClient {
  return createClient(server.url, server.config.secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })
}

/** A new member, signed in, whose presses leave at once. */
export async function makeElla(server: RunningServer, name = 'Ana'): Promise<Ella> {
  const email = `${randomUUID()}@ejemplo.mx`
  const password = 'una-clave-bien-larga'
  await server.createUser({
    email,
    password,
    confirmed: true,
    metadata: { username: name, identidad_genero: 'mujer cis' },
  })
  const supabase = anonymous(server)
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, name, supabase }
}

let numbers = 5500000000

/** A contact of hers who said yes through the page, with ways that are confirmed. @returns the contact's id and the page's code */
export async function makeContact(
  server: RunningServer,
  { id: user_id, supabase }: Ella,
  wheres: Where[],
): Promise<{ id: string; codigo: string }> {
  const visitor = anonymous(server)
  const { data: contacto, error } = await supabase
    .from('contactos_emergencia')
    .insert({ user_id, nombre: 'Lucía', telefono: `+52${++numbers}`, prioridad: 1, activo: true })
    .select('id')
    .single()
  if (error) throw error
  const link = must<string>(await supabase.rpc('invitar_contacto', { contacto_id: contacto.id }))
  const answered = await visitor.rpc('responder_invitacion', { codigo: link, acepta: true })
  const { codigo } = must<{ codigo: string }>(answered)
  // As if each had been confirmed by its mailed link or typed code.
  for (const where of wheres) {
    const { via, destino } = where
    const [p256dh, auth] = where.via === 'push' ? [where.p256dh, where.auth] : [null, null]
    await server.query(
      `insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en, probada_en)
       values ($1, $2, $3, $4, $5, $6, now(), now())`,
      [contacto.id, user_id, via, destino, p256dh, auth],
    )
  }
  return { id: contacto.id, codigo }
}

/** Presses the button. @returns the alert's id */
export async function press({ supabase }: Ella, cliente_id = randomUUID()): Promise<string> {
  const pulsada_en = new Date().toISOString()
  return must(await supabase.rpc('abrir_alerta', { cliente_id, pulsada_en, pausa_s: 0 }))
}

/** What she reads of each way of an alert. */
export async function entregas(
  { supabase }: Ella,
  alerta: string,
): Promise<{ via: string; estado: string; motivo: string | null; contacto_id: string }[]> {
  return must(
    await supabase
      .from('entregas')
      .select('via, estado, motivo, contacto_id')
      .eq('alerta_id', alerta)
      .order('via'),
  )
}

export function must<Data>({ data, error }: { data: Data | null; error: unknown }): Data {
  if (error) throw new Error(JSON.stringify(error))
  return data as Data
}
