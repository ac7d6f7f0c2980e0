import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { setPriority } from 'node:os'
import path from 'node:path'
import type { Settings } from '../../server/src/config/environment.ts'
import {
  type Installation,
  type RunningServer,
  readSettings,
  SettingsError,
  type StartOptions,
  startServer,
} from '../../server/src/start.ts'
import { addDemoSound } from './demo.ts'
import { comparePrices } from './precios.ts'
import { PRODUCT } from './product.ts'
import { releaseOf } from './release.ts'
import { fail, isBuilt, root } from './run.ts'

/** Loaded where backups are made: most tests, and a trial, need none of it. */
const loadBackups = () => import('../../server/src/backups.ts')

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Pages that a link in a mail, a message or a payment leads to. */
const UNLISTED = ['/camino/', '/confianza/', '/alerta/', '/cuenta/', '/llamada/', '/payment-success']
/** Carla of `demo.sql`. */
const DEMO_ADMIN = 'carla@amparo.test'
/**
 * Tables and functions with connections of their own, since safety depends on them. `tests/amparo.test.ts`
 * finds names that are not in the schema.
 */
export const URGENT = {
  relations: ['contactos_emergencia', 'eventos_peligro', 'numeros_emergencia', 'alertas', 'entregas'],
  functions: [
    ...['iniciar_acompanamiento', 'compartir_posicion', 'ver_camino', 'terminar_acompanamiento'],
    ...['abrir_alerta', 'agregar_lugar', 'enviar_ya', 'cerrar_alerta'],
    ...['alertar_con_ficha', 'lugar_con_ficha', 'enviar_ya_con_ficha', 'ver_con_ficha'],
    ...['ver_alerta', 'responder_alerta', 'acusar_entrega', 'dejar_de_ser_contacto'],
    // The sender's.
    ...[
      'tomar_envios',
      'registrar_codigos',
      'anotar_envio',
      'anotar_envios',
      'anotar_recibo',
      'siguiente_envio',
    ],
    'atender_pendientes',
    ...['iniciar_llegada', 'prolongar_llegada', 'responder_llegada', 'terminar_llegada'],
  ],
}
/** What `/healthz` asks the age of: a message that nobody has taken, although it is due. */
export const WAITING = {
  alarma: {
    since: `select min(vence) from interno.envios
      where terminado_en is null and intentos = 0 and vence < now() and (caduca is null or caduca > now())`,
    lateAfterSeconds: 120,
  },
}
/** Without look-alikes, since the password is read from a screen and typed. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const PASSWORD_LENGTH = 16

/**
 * Starts the server with Amparo's project folder, app and settings: all that the server itself does not know.
 * @param options `demo`: adds the demo people; `staticDir`: null to serve the API alone; `opened`: the database, where another process keeps it
 * @returns `adminPassword` only when the admin's account was made just now; `adminFound` false where nobody is admin
 */
export async function startAmparo({
  env = process.env,
  demo = false,
  staticDir,
  opened,
}: {
  env?: NodeJS.ProcessEnv
  demo?: boolean
  staticDir?: string | null
  opened?: StartOptions['opened']
} = {}): Promise<{ server: RunningServer; adminEmail: string; adminPassword?: string; adminFound: boolean }> {
  const settings = readSettings(env, PRODUCT, root)
  const adminEmail = (env.ADMIN_EMAIL?.trim() || (demo ? DEMO_ADMIN : 'admin@amparo.local')).toLowerCase()
  if (!ADDRESS.test(adminEmail))
    throw new SettingsError(`Ajuste ADMIN_EMAIL no válido: «${adminEmail}» no es un correo.`)
  const exitUrl = env.AMPARO_EXIT_URL?.trim() || 'https://www.google.com/search?q=clima'
  if (!/^https:\/\//.test(exitUrl) || !URL.canParse(exitUrl)) {
    throw new SettingsError(`Ajuste AMPARO_EXIT_URL no válido: hace falta una dirección https.`)
  }

  const supportEmail = env.AMPARO_SUPPORT_EMAIL?.trim() ?? ''
  if (supportEmail && !ADDRESS.test(supportEmail))
    throw new SettingsError(`Ajuste AMPARO_SUPPORT_EMAIL no válido: «${supportEmail}» no es un correo.`)

  const responsible = {
    name: env.AMPARO_RESPONSIBLE_NAME?.trim() ?? '',
    address: env.AMPARO_RESPONSIBLE_ADDRESS?.trim() ?? '',
  }
  if (!responsible.name !== !responsible.address)
    throw new SettingsError(
      'Ajuste AMPARO_RESPONSIBLE_NAME no válido: hace falta junto con AMPARO_RESPONSIBLE_ADDRESS.',
    )

  const needsFactor = adminNeedsFactor(env, SettingsError)
  const rates = sendingRates(env, SettingsError)

  let adminPassword: string | undefined
  let adminFound = false
  const server = await startServer({
    settings,
    opened,
    projectDir: path.join(root, 'supabase'),
    release: releaseOf(root),
    staticDir: staticDir === null ? undefined : (staticDir ?? path.join(root, 'app/dist')),
    unlistedPages: UNLISTED,
    // «Salir rápido» asks whether the page that it leads to can be reached.
    askedOrigins: [new URL(exitUrl).origin],
    extraSeeds: demo ? ['./demo.sql'] : [],
    operatorStatus: settings.backups.folder
      ? async () => ({ backup: await (await loadBackups()).newestBackup(settings) })
      : undefined,
    waiting: WAITING,
    publicSettings: {
      exitUrl,
      release: releaseOf(root),
      ...(supportEmail && { supportEmail }),
      ...(responsible.name && { responsible }),
      ...callSettings(env),
    },
    urgent: URGENT,
    // What is due of the alarm (docs/alarm.md). Without any notice too: one can get lost where a connection breaks.
    due: { function: 'alarma', channel: 'alarma', everyMs: 5_000 },
    clockMoved: 'interno.mover_reloj',
    // The contact that push services ask for (RFC 8292): the site, and nobody's address.
    pushSubject: settings.siteUrl.replace(/^http:/, 'https:'),
    async beforeListen(installation) {
      ;({ password: adminPassword, found: adminFound } = await ensureAdmin(installation, adminEmail, demo))
      await installation.query(
        `update interno.ajustes set valor = $1 where clave = 'factor_de_ritmo' and valor <> $1`,
        [String(settings.rateFactor)],
      )
      await installation.query(
        `update interno.ajustes set valor = $1 where clave = 'factor_de_administracion' and valor <> $1`,
        [needsFactor ? 'obligatorio' : 'libre'],
      )
      await installation.query(
        `update interno.ajustes set valor = $1 where clave = 'vias_de_alarma' and valor <> $1`,
        [waysOf(settings.functionSettings ?? {}).join(' ')],
      )
      await installation.query(`delete from interno.caudales c where c.via <> all ($1)`, [Object.keys(rates)])
      await installation.query(
        `insert into interno.caudales (via, por_segundo) select key, value::numeric from jsonb_each_text($1)
         on conflict (via) do update set por_segundo = excluded.por_segundo`,
        [JSON.stringify(rates)],
      )
    },
  })
  if (demo) await addDemoSound(server)
  scheduleJobsOfTheLaw(server)
  reportHouseEveryMinute(server, releaseOf(root))
  if (settings.backups.folder) await keepBackups(server, settings)
  if (settings.functionSettings?.STRIPE_SECRET_KEY) {
    endPaymentsOfTheGone(server)
    // Not waited for: the server starts, whatever Stripe does. Once is enough, since neither settings nor a price change meanwhile.
    void sayPrices(server)
  }
  return { server, adminEmail, adminPassword, adminFound }
}

/** By which ways contacts can be reached: mail and push always, what costs where the operator has a provider. */
function waysOf(settings: Record<string, string>) {
  const sms = settings.TWILIO_ACCOUNT_SID || settings.SMS_URL
  return ['correo', 'push', ...(sms ? ['sms'] : []), ...(settings.WHATSAPP_TOKEN ? ['whatsapp'] : [])]
}

const RATE = /^(correo|push|sms|whatsapp)=(\d+(?:\.\d+)?)$/

/** How many messages of the alarm a second each provider takes, as its contract says; nothing of a way without a limit. */
function sendingRates(env: NodeJS.ProcessEnv, SettingsError: new (message: string) => Error) {
  const words = env.AMPARO_SENDING_RATES?.split(/[\s,]+/).filter(Boolean) ?? []
  return Object.fromEntries(
    words.map((word) => {
      const [, way, rate] = RATE.exec(word) ?? []
      if (!way || Number(rate) < 0.001 || Number(rate) > 100_000)
        throw new SettingsError(
          `Ajuste AMPARO_SENDING_RATES no válido: «${word}» no es correo=N, push=N, sms=N ni whatsapp=N, mensajes por segundo.`,
        )
      return [way, rate]
    }),
  )
}

/** Whether the admin has her rights only with a second factor. */
function adminNeedsFactor(env: NodeJS.ProcessEnv, SettingsError: new (message: string) => Error) {
  const value = env.AMPARO_ADMIN_FACTOR?.trim() || '1'
  if (!['0', '1', 'true', 'false'].includes(value))
    throw new SettingsError(`Ajuste AMPARO_ADMIN_FACTOR no válido: «${value}» no es 0 ni 1.`)
  return value === '1' || value === 'true'
}

/** What the app must know of calls: whose addresses it may open, and which servers help two browsers to find each other. */
function callSettings(env: NodeJS.ProcessEnv) {
  const hosts = []
  if (env.DAILY_API_KEY?.trim()) hosts.push('*.daily.co')
  else if (env.VIDEO_BASE_URL?.trim()) hosts.push(new URL(env.VIDEO_BASE_URL.trim()).host)
  const servers: { urls: string; username?: string; credential?: string }[] = (env.AMPARO_STUN_URL ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((urls) => ({ urls }))
  for (const urls of (env.AMPARO_TURN_URL ?? '').split(/[\s,]+/).filter(Boolean))
    servers.push({ urls, username: env.AMPARO_TURN_USER ?? '', credential: env.AMPARO_TURN_PASSWORD ?? '' })
  for (const { urls, username } of servers) {
    const name = username === undefined ? 'AMPARO_STUN_URL' : 'AMPARO_TURN_URL'
    if (!(username === undefined ? /^stun:[^\s/]+$/ : /^turns?:[^\s/]+$/).test(urls))
      throw new Error(
        `Ajuste ${name} no válido: «${urls}» no es un servidor como ${name.slice(7, 11).toLowerCase()}:ejemplo.org:3478.`,
      )
  }
  // A relay lets nobody in without both, and both are for nothing without one: calls would go without it, and show addresses.
  const turn = ['AMPARO_TURN_URL', 'AMPARO_TURN_USER', 'AMPARO_TURN_PASSWORD']
  const [missing] = turn.filter((name) => !env[name]?.trim())
  const given = turn.find((name) => env[name]?.trim())
  if (given && missing) throw new Error(`Ajuste ${missing} no válido: hace falta cuando hay ${given}.`)
  return { ...(hosts.length > 0 && { callHosts: hosts }), ...(servers.length > 0 && { iceServers: servers }) }
}

/**
 * Makes the admin's account where a fresh installation has no account at all, or none but the demo people, and tells the database who is
 * admin. In an installation with members nobody is given the role by a setting alone: the address may be one that nobody has confirmed.
 * @returns the one-time password of an account made now; whether there is an admin
 */
async function ensureAdmin(
  installation: Installation,
  email: string,
  demo: boolean,
): Promise<{ password?: string; found: boolean }> {
  const [accounts] = await installation.query(
    `select exists (select from auth.users where not ($1 and email like '%@amparo.test')) as others,
       exists (select from auth.users where lower(email) = $2) as hers`,
    [demo, email],
  )
  let password: string | undefined
  if (!accounts?.others && !accounts?.hers) {
    password = makePassword()
    const { id } = await installation.createUser({
      email,
      password,
      confirmed: true,
      metadata: { username: 'Administradora' },
    })
    await installation.query('select interno.clave_de_un_uso($1)', [id])
  }
  const [admin] = await installation.query('select interno.establecer_admin($1) as id', [email])
  return { password, found: Boolean(admin?.id) }
}

/** @returns what the operator reads from her screen */
export function makePassword(): string {
  return Array.from(
    { length: PASSWORD_LENGTH },
    () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)],
  ).join('')
}

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTES_MS = 5 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** Functions of the database that do everything that is due: what a failed run left, the next one does. */
const DAILY = [
  // Rounds the places of old danger events, as the legal text promises.
  'minimizar_ubicaciones',
  'olvidar_recordatorios',
  // Recovery codes of a vault that were replaced a week ago.
  'olvidar_codigos',
  // Locks of devices that nobody has opened for more than a year.
  'olvidar_cerrojos',
  // Requests for the key of a vault, after a month.
  'olvidar_devoluciones',
  // Invitations without an answer, addresses that nobody confirmed; what was sent.
  'olvidar_invitaciones',
  'olvidar_envios',
  // Invitations to the team, and with them addresses, after seven days.
  'olvidar_convocatorias',
  // What members wrote to the team, and was answered, after ninety days.
  'olvidar_soporte',
  // What the team told, ninety days after its end; who had a seat at an event, a week after it.
  'olvidar_comunicados',
  'olvidar_encuentros',
  // Addresses of expelled members, and measures of members who left, when they end.
  'olvidar_medidas',
  // What is over is counted, once.
  'anotar_cifras',
  // What taking a decision of the team back needed, after a day; its words to members after ninety.
  'olvidar_decisiones',
  // Reports of faults, after thirty days.
  'olvidar_fallos',
  'renovar_fotos',
  // Plans that were not renewed.
  'vencer_suscripciones',
  'olvidar_llamadas',
  // Where she went, and with whom, a week after it ended.
  'olvidar_llegadas',
  // Printed passwords that nobody changed.
  'vencer_claves_de_un_uso',
]
const WITHIN_MINUTES = [
  // Location sharing that is over shows nothing any more; this erases its last place from the disk within minutes.
  'olvidar_caminos',
  // Stories of members who left come down one by one, each at its own moment: so it runs often.
  'retirar_escritos',
  // After a block all picture addresses change at once, so that no change tells who blocked.
  'renovar_fotos_pendientes',
  // Deletions of accounts that a mail alone had proven, once their day has passed.
  'cumplir_bajas',
  'olvidar_despedidas',
  'avisar_historias',
]

/** Has the database do by itself what the legal texts promise. A failure is logged and shows in `/healthz`. */
function scheduleJobsOfTheLaw(server: RunningServer) {
  const call = (name: string) => () => server.query(`select interno.${name}()`)
  for (const name of DAILY) server.jobs.every(name, DAY_MS, call(name))
  // Accounts and places that a wrong clock erases do not come back.
  for (const name of WITHIN_MINUTES) server.jobs.every(name, MINUTES_MS, call(name), { final: true })
}

/**
 * Writes down the state of the server each minute, for the administradoras' screen, and leaves a heartbeat for the page of reliability. What says how it
 * is for operators is asked, so that there is one word for each fault; of it goes what a volunteer can do something about.
 */
function reportHouseEveryMinute(server: RunningServer, version: string) {
  const startedAt = new Date().toISOString()
  server.jobs.every('casa', MINUTE_MS, async () => {
    const answer = await fetch(`${server.url}/healthz`, {
      headers: { authorization: `Bearer ${server.config.secrets.serviceRoleKey}` },
    })
    await server.query('select interno.anotar_casa($1)', [
      JSON.stringify(describeHouse((await answer.json()) as Told, { version, startedAt })),
    ])
  })
}

export type Told = {
  disk?: string
  freeBytes?: number
  migrations?: string
  failing?: { job: string; since: string }[]
  shut?: { door: string }[]
  waiting?: Record<string, { since?: string; isLate: boolean }>
  backup?: { newest?: string; isLate?: boolean }
}

/** What is stored of `/healthz`: no reason, no role and no table. */
export function describeHouse(told: Told, { version, startedAt }: { version: string; startedAt: string }) {
  return {
    version,
    desde: startedAt,
    puertas: (told.shut ?? []).map(({ door }) => door),
    migraciones: told.migrations ?? 'unknown',
    disco: { estado: told.disk ?? 'unknown', libres: told.freeBytes ?? null },
    respaldo: told.backup ? { ultimo: told.backup.newest ?? null, tarde: told.backup.isLate ?? false } : null,
    fallan: (told.failing ?? []).map(({ job, since }) => ({ tarea: job, desde: since })),
    esperan: Object.fromEntries(
      Object.entries(told.waiting ?? {}).map(([queue, { since, isLate }]) => [
        queue,
        { desde: since ?? null, tarde: isLate },
      ]),
    ),
  }
}

/**
 * Ends the subscriptions of deleted accounts at the provider within minutes. What the provider did not accept
 * stays noted in the database, and counts as a failure until it does.
 */
function endPaymentsOfTheGone(server: RunningServer) {
  server.jobs.every('stripe-sweep', MINUTES_MS, async () => {
    const answer = await fetch(`${server.url}/functions/v1/stripe-sweep`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.config.secrets.serviceRoleKey}` },
    })
    const { waiting } = (await answer.json()) as { waiting?: number }
    if (!answer.ok) throw new Error(`stripe-sweep answered ${answer.status}`)
    if (waiting) throw new Error(`${waiting} subscriptions of deleted accounts could not be ended`)
  })
}

/** Says where Stripe charges something else than the screen promises, a line for each plan. */
export async function sayPrices({ url, config }: Pick<RunningServer, 'url' | 'config'>) {
  const found = await comparePrices({ url, serviceKey: config.secrets.serviceRoleKey }).catch((error) => [
    { que: 'precios', bien: false, falta: `No se pudieron comparar: ${error.message}.` },
  ])
  for (const { que, bien, falta } of found) if (!bien) console.error(`Pagos, ${que}: ${falta}`)
}

/** Between two checks whether the day's backup is due; it is then made by another process, so that nobody waits behind it. */
const BACKUP_CHECK_MS = 10 * 60 * 1000
/** Between two takings over of what was written. */
const SHIP_MS = 30_000

/** Makes the backup of each day, and keeps what is written in between where that is set. What fails shows in `/healthz`. */
async function keepBackups(server: RunningServer, settings: Settings) {
  const { canWriteBackups, archiveContinuously, newestBackup } = await loadBackups()
  // No reason to stop: a member in danger needs the server more than its backups.
  if (!(await canWriteBackups(settings)))
    console.error(
      `Sin copias: la cuenta de este servicio no puede escribir en ${settings.backups.folder} (AMPARO_BACKUP_FOLDER).`,
    )
  let isIncomplete = false
  let said = ''
  server.jobs.every(
    'backup',
    BACKUP_CHECK_MS,
    async () => {
      try {
        await scheduledBackup(isIncomplete ? ['--now'] : [])
      } catch (error) {
        // The log takes no words of errors, which may contain what members wrote; these are ours, and the operator needs them once.
        const why = (error as Error).message
        if (why !== said) console.error(`Copia de hoy: ${why}`)
        said = why
        throw error
      }
      said = ''
      isIncomplete = false
      if ((await newestBackup(settings)).isLate) throw new Error('the newest backup is too old')
    },
    { later: true },
  )
  if (!settings.backups.continuous) return
  server.jobs.every('backup-archive', SHIP_MS, async () => {
    const { hasGap } = await archiveContinuously(settings)
    isIncomplete ||= hasGap
    if (hasGap) void server.jobs.run('backup')
  })
}

function scheduledBackup(args: string[]) {
  return new Promise((resolve, reject) => {
    const program = isBuilt ? ['server/dist/backup.js'] : ['--import', 'tsx', 'tools/backup.ts']
    const child = spawn(process.execPath, [...program, '--schedule', ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // Requests go first.
    if (child.pid) setPriority(child.pid, 10)
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(said.trim() || `code ${code}`)),
    )
  })
}

/** Prints one clear line instead of a stack for errors that an operator can fix. */
export function failToStart(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  fail(`Amparo no pudo arrancar. ${message}`)
}
