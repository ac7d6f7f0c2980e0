/*
 * What a member who is there on a day does on that day. Nobody has counted it yet: an installation that knows better puts its own figures here.
 * What one deed asks of the server is counted, not assumed: see `HOME` and bench/capacity.ts.
 */

export interface Deed {
  /** Of a member who is there that day, on that day. */
  perDay: number
  /** Where that figure is from. */
  source: string
}

export const DAY = {
  home: { perDay: 4, source: 'assumed: she opens the app four times' },
  line20: { perDay: 6, source: 'assumed: six lines in circles where twenty listen' },
  line500: { perDay: 1, source: 'assumed: one line in a circle where five hundred listen' },
  diary: { perDay: 0.7, source: 'assumed: an entry on two days of three' },
  signin: { perDay: 0.2, source: 'assumed: a session lasts five days of use' },
  upload: { perDay: 0.05, source: 'assumed: a picture in twenty days' },
  press: {
    perDay: 0.02,
    source: 'assumed, high on purpose: one press in fifty days, three contacts by mail and push',
  },
} satisfies Record<string, Deed>
export type Kind = keyof typeof DAY
export const KINDS = Object.keys(DAY) as Kind[]
export const DEEDS_A_DAY = KINDS.reduce((sum, kind) => sum + DAY[kind].perDay, 0)

/** Of all members so many are there on a day. Assumed. */
export const THERE_A_DAY = 0.2
/** Of a day's deeds so many in its busiest hour: 2.4 times the mean. Assumed. */
export const BUSIEST_HOUR = 0.1
/** How long she stays each time, in minutes: so long her socket is open. Assumed. */
export const STAY_MINUTES = 8

/** Deeds a second in the busiest hour of so many members. */
export const deedsASecond = (members: number) => (members * THERE_A_DAY * DEEDS_A_DAY * BUSIEST_HOUR) / 3_600
/** Members whose busiest hour makes so many deeds a second. */
export const membersOf = (deeds: number) => (deeds * 3_600) / (THERE_A_DAY * DEEDS_A_DAY * BUSIEST_HOUR)
/** Sockets that are open at once in the busiest hour of so many members. */
export const socketsOf = (members: number) =>
  (members * THERE_A_DAY * DAY.home.perDay * BUSIEST_HOUR * STAY_MINUTES) / 60

/** What Home asks when it is opened again, as counted in a browser on 2026-11-29 (signed in, two contacts, no alert). */
export const HOME: readonly { method: 'GET' | 'HEAD' | 'POST'; path: string }[] = [
  { method: 'GET', path: 'profiles?select=*&id=eq.ME' },
  { method: 'GET', path: 'rpc/politica_pendiente' },
  { method: 'GET', path: 'rpc/estado_admin' },
  {
    method: 'GET',
    path: 'alertas?select=id,cliente_id,origen,estado,motivo,con_pin,pulsada_en,creada_en,sale_en,cerrada_en,pulsaciones,orden,espera_min,nota&user_id=eq.ME&estado=neq.cerrada&origen=neq.simulacro&order=creada_en.asc&limit=1',
  },
  { method: 'GET', path: 'hilos_soporte?select=nuevo,avisar,espera_desde&user_id=eq.ME' },
  { method: 'POST', path: 'rpc/mis_comunicados' },
  { method: 'HEAD', path: 'contactos_emergencia?select=id&user_id=eq.ME&activo=eq.true' },
  { method: 'GET', path: 'alarma_ajustes?select=pais&user_id=eq.ME' },
  {
    method: 'GET',
    path: 'llegadas?select=id,destino,nota,vence_en,contactos,cada_h,hasta,estado,creada_en,terminada_en&user_id=eq.ME&or=(estado.eq.activa,and(estado.eq.disparada,terminada_en.gt.2026-11-29T10:59:50Z))&order=vence_en.asc,id.asc',
  },
  { method: 'GET', path: 'rpc/cambios_pendientes' },
  {
    method: 'GET',
    path: 'agenda_personal?select=*&user_id=eq.ME&order=fecha.asc,hora.asc,id.asc&offset=0&limit=1000',
  },
  {
    method: 'GET',
    path: 'contactos_emergencia?select=id,nombre,telefono,prioridad,activo,version&user_id=eq.ME&activo=eq.true&order=prioridad.asc,creado_en.asc',
  },
  { method: 'POST', path: 'rpc/mis_confianzas' },
  {
    method: 'GET',
    path: 'alarma_ajustes?select=nombre,pausa_s,orden,espera_min,telefono,pais,con_tema&user_id=eq.ME',
  },
  {
    method: 'GET',
    path: 'alertas?select=id,cliente_id,origen,estado,motivo,con_pin,pulsada_en,creada_en,sale_en,cerrada_en,pulsaciones,orden,espera_min,nota&user_id=eq.ME&estado=neq.cerrada&origen=neq.simulacro&order=creada_en.asc&limit=1',
  },
]
