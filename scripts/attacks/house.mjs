import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { generate } from 'otplib'
import pg from 'pg'
import { WebSocket } from 'ws'
import { launchChromium } from '../lib/chromium.mjs'
import { freePort } from '../lib/port.mjs'

/**
 * What is attacked: the built server with an empty data folder, in a process of its own, and the people around it.
 *
 * @typedef {'rules' | 'oracles' | 'accounts' | 'sessions' | 'stolen phone' | 'live doors' | 'storage' | 'functions' | 'links'
 *   | 'exhaustion' | 'uploads' | 'headers' | 'mail' | 'device'} AttackClass
 * @typedef {'stranger' | 'not admitted' | 'member' | 'blocked member' | 'trusted contact' | 'leaked admin'} Attacker
 *
 * @typedef {object} Attack
 * @property {string} id `class/short-name`, never used twice
 * @property {AttackClass} class
 * @property {Attacker} as
 * @property {string} name what is tried, in one line
 * @property {'bd930d4'} [broken] the version at which it succeeds, where it is known to have
 * @property {(house: House) => Promise<string | undefined>} run what the attacker achieved; undefined when it was withstood
 *
 * @typedef {object} Person
 * @property {string} id
 * @property {string} email
 * @property {string} password
 * @property {string} name
 * @property {string} token access token
 * @property {string} refreshToken
 * @property {import('@supabase/supabase-js').SupabaseClient} client signed in
 * @property {(path: string, init?: Asked) => Promise<Answer>} fetch as her
 *
 * @typedef {object} Asked
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body] strings, buffers and forms go as they are, anything else as JSON
 * @property {string} [as] access token; without one the visitor's key
 * @property {number} [timeoutMs] how long to wait for the answer (30 s)
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {Headers} headers
 * @property {string} text
 * @property {any} json undefined where the body is none
 * @property {number} ms
 */

const PASSWORD = 'bugambilias en la barda 71'
const READY_MS = 180_000
const PATIENCE_MS = 60_000
/** The subject of every notice of security. */
const NOTICE = 'Un aviso de tu cuenta'

/** @param {string} secret @returns {Promise<string>} what a codes app shows for it now */
export function factorCode(secret) {
  return generate({ secret })
}

/**
 * What the admin does on her first day: she states her identity, changes the printed password, enrols a second factor.
 * @param {House} house whose admin nobody has entered as yet
 * @returns {Promise<Person>}
 */
export async function enterAsAdmin(house) {
  const [row] = await house.sql('select id from auth.users where email = $1', [house.adminEmail])
  const printed = /** @type {string} */ (house.adminPassword)
  const account = { id: row?.id, email: house.adminEmail, password: printed }
  const { client } = await house.signIn(account)
  const { auth } = client
  const stated = await client.rpc('declarar_identidad', { identidad: 'mujer cis' })
  if (stated.error) throw stated.error
  const changed = await auth.updateUser({ password: PASSWORD, current_password: printed })
  if (changed.error) throw changed.error
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const shown = await auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: await factorCode(data.totp.secret),
  })
  if (shown.error) throw shown.error
  const token = shown.data.access_token
  return {
    ...{ ...account, password: PASSWORD, name: 'Administradora', token, client },
    refreshToken: shown.data.refresh_token,
    fetch: (where, init) => house.fetch(where, { as: token, ...init }),
  }
}

/** A running house and everybody in it. */
/**
 * What an attack needs to find there: an attack on something that was never written is withstood by anything.
 * @template Row
 * @param {PromiseLike<{ data: Row, error: unknown }>} query
 * @returns {Promise<NonNullable<Row>>} @throws what the service refused it with
 */
export async function planted(query) {
  const { data, error } = await query
  if (error) throw error
  return /** @type {NonNullable<Row>} */ (data)
}

export class House {
  /** @type {(() => unknown)[]} */
  #closers = []
  /** @type {Map<string, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map()
  /** @type {Promise<Person> | undefined} */
  #admin
  /** @type {Promise<House> | undefined} */
  #strict
  /** @type {import('@playwright/test').Browser | undefined} */
  #browser

  /**
   * @param {string} checkout whose built server is attacked
   * @param {Record<string, string>} [settings] the server's, besides a port and a data folder of its own
   */
  constructor(checkout, settings = { AMPARO_RATE_FACTOR: '100000' }) {
    this.checkout = checkout
    this.settings = settings
  }

  /** @returns {Promise<this>} once the server takes requests */
  async open() {
    this.folder = await mkdtemp(path.join(tmpdir(), 'amparo-attacked-'))
    // Opened up because PostgreSQL runs as another account when root starts this.
    await chmod(this.folder, 0o711)
    this.port = await freePort()
    await this.#start()
    return this
  }

  async #start() {
    const child = fork(path.join(import.meta.dirname, 'serve.mjs'), [this.checkout], {
      // As the keeper starts it (server/src/keep.ts).
      execArgv: ['--max-old-space-size=512'],
      env: {
        ...process.env,
        ADMIN_EMAIL: 'direccion@ejemplo.mx',
        ...this.settings,
        PORT: String(this.port),
        MAILBOX_PORT: String(Number(this.port) + 1),
        AMPARO_DATA: path.join(/** @type {string} */ (this.folder), 'data'),
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'ignore', process.env.AMPARO_ATTACKS_VERBOSE ? 'inherit' : 'ignore', 'ipc'],
    })
    this.child = child
    /** @type {any} */
    const ready = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error('the house did not open'))
      }, READY_MS)
      child.on('message', (/** @type {any} */ message) => {
        if (message.ready) {
          clearTimeout(timer)
          return resolve(message.ready)
        }
        const waiting = this.#asked.get(message.id)
        this.#asked.delete(message.id)
        if (message.failed) waiting?.reject(new Error(message.failed))
        else waiting?.resolve(message.made)
      })
      child.once('exit', () => reject(new Error('the house closed before it was open')))
    })
    const { url, anonKey, serviceKey, adminEmail, adminPassword, database } = ready
    Object.assign(this, { url, anonKey, serviceKey, adminEmail })
    this.adminPassword ??= adminPassword
    this.pool = new pg.Pool({ ...database.address, ...database.owner, max: 4 })
    this.pool.on('error', () => {})
  }

  /** Address of the doors, such as `http://127.0.0.1:8080`. */
  url = ''
  /** The key that every visitor's browser has. */
  anonKey = ''
  serviceKey = ''
  adminEmail = ''
  /** @type {string | undefined} the one-time password of the first start */
  adminPassword

  /** Process id of the server; it stays the same while nothing ends it. */
  get pid() {
    return this.child?.pid
  }

  /** Whether the server's process still runs. */
  get isAlive() {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  /** Opens it again on the same data, after an attack has ended it. */
  async reopen() {
    if (this.isAlive) return
    await this.pool?.end()
    await this.#start()
  }

  async close() {
    for (const close of this.#closers.splice(0).reverse()) await close()
    await this.#browser?.close()
    await (await this.#strict)?.close()
    await this.pool?.end()
    if (this.child && this.isAlive) {
      this.child.kill('SIGTERM')
      await once(this.child, 'exit')
    }
    if (this.folder) await rm(this.folder, { recursive: true, force: true })
  }

  /**
   * Another house of this attack's own; close it yourself.
   * @param {Record<string, string>} [settings] without any, all limits are those of an ordinary start
   * @returns {Promise<House>}
   */
  freshServer(settings = {}) {
    return new House(this.checkout, settings).open()
  }

  /** What an attack has opened beside this house, and is to be closed with it. @param {() => unknown} close */
  afterwards(close) {
    this.#closers.push(close)
  }

  /** One house with the limits of an ordinary start, shared by the attacks that need them. @returns {Promise<House>} */
  strict() {
    this.#strict ??= this.freshServer()
    return this.#strict
  }

  /**
   * SQL as the owner of the database, outside of every rule: for set-up, and to see what is true.
   * @param {string} text @param {unknown[]} [values]
   * @returns {Promise<Record<string, any>[]>}
   */
  async sql(text, values) {
    const result = await /** @type {pg.Pool} */ (this.pool).query(text, values)
    return result.rows
  }

  /**
   * @param {string} where path, such as `/rest/v1/profiles`
   * @param {Asked} [init]
   * @returns {Promise<Answer>}
   */
  async fetch(where, { method = 'GET', headers = {}, body, as, timeoutMs = 30_000 } = {}) {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
    const began = performance.now()
    const response = await fetch(this.url + where, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        apikey: this.anonKey,
        authorization: `Bearer ${as ?? this.anonKey}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw ? /** @type {BodyInit} */ (body) : JSON.stringify(body),
    })
    const text = await response.text()
    let json
    try {
      json = JSON.parse(text)
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.status, headers: response.headers, text, json, ms: performance.now() - began }
  }

  /** A client of somebody who is not signed in; nothing of it is kept. */
  visitor() {
    const client = createClient(this.url, this.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { transport: /** @type {never} */ (WebSocket) },
    })
    this.#closers.push(() => client.removeAllChannels())
    return client
  }

  /**
   * Makes a confirmed account, without signing in.
   * @param {{ email?: string, password?: string, confirmed?: boolean, metadata?: Record<string, unknown> }} [given]
   * @returns {Promise<{ id: string, email: string, password: string }>}
   */
  async account({ email, password = PASSWORD, confirmed = true, metadata = {} } = {}) {
    const user = {
      email: email ?? `${randomBytes(6).toString('hex')}@ejemplo.mx`,
      password,
      confirmed,
      metadata,
    }
    const id = randomUUID()
    /** @type {{ id: string }} */
    const made = await new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.child?.send({ id, user })
    })
    return { id: made.id, email: user.email, password }
  }

  /**
   * Signs in on a device of its own.
   * @param {{ id: string, email: string, password: string }} account @param {string} [name]
   * @returns {Promise<Person>}
   */
  async signIn({ id, email, password }, name = '') {
    const client = this.visitor()
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    const token = data.session.access_token
    return {
      ...{ id, email, password, name, token, client },
      refreshToken: data.session.refresh_token,
      fetch: (where, init) => this.fetch(where, { as: token, ...init }),
    }
  }

  /** A confirmed, admitted member on a device of her own. @param {{ username?: string, email?: string, password?: string }} [given] */
  async member({ username = `Ela ${randomBytes(3).toString('hex')}`, ...given } = {}) {
    const metadata = { username, identidad_genero: 'mujer cis' }
    return this.signIn(await this.account({ ...given, metadata }), username)
  }

  /** An account that never stated an identity: it may answer that question and nothing else. */
  async notAdmitted() {
    return this.signIn(await this.account())
  }

  /** Another member whom `her` blocked. @param {Person} her */
  async blockedBy(her) {
    const other = await this.member()
    const { error } = await her.client.from('bloqueos').insert({ bloqueada_id: other.id })
    if (error) throw error
    return other
  }

  /**
   * Whom `her` trusts: he has no account, only what she gave him.
   * @param {Person} her
   * @returns {Promise<{ id: string, nombre: string, telefono: string }>} her row of him
   */
  async contactOf(her) {
    const { data, error } = await her.client
      .from('contactos_emergencia')
      .insert({ user_id: her.id, nombre: 'Raúl', telefono: '+525512345678', prioridad: 1, activo: true })
      .select('id, nombre, telefono')
      .single()
    if (error) throw error
    return data
  }

  /** The admin, admitted and with every right that she can have. @returns {Promise<Person>} one session, shared */
  admin() {
    this.#admin ??= enterAsAdmin(this)
    return this.#admin
  }

  get mailbox() {
    return `http://127.0.0.1:${Number(this.port) + 1}/_mailbox`
  }

  /** Mails that arrived for an address, newest first. @param {string} to @returns {Promise<any[]>} */
  async mails(to) {
    const response = await fetch(`${this.mailbox}.json?to=${encodeURIComponent(to)}`)
    const mails = /** @type {any[]} */ (await response.json())
    return mails.filter(({ subject }) => subject !== NOTICE)
  }

  /**
   * Notices of security to an address, newest first: they come besides whatever an attack asks for.
   * @param {string} to
   */
  async notices(to) {
    const response = await fetch(`${this.mailbox}.json?to=${encodeURIComponent(to)}`)
    return /** @type {any[]} */ (await response.json()).filter(({ subject }) => subject === NOTICE)
  }

  /**
   * Asks until it is so; attacks never sleep a fixed time. Whoever waits for what must come waits as long as a busy machine may need;
   * whoever waits for what must not come says for how long.
   * @template T
   * @param {() => Promise<T | undefined | false | null>} look @param {number} [forMs]
   * @returns {Promise<T | undefined>} undefined when it never was
   */
  async until(look, forMs = PATIENCE_MS) {
    const end = performance.now() + forMs
    for (;;) {
      const seen = await look()
      if (seen) return seen
      if (performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  /** One Chromium for all attacks on a screen; each opens a context of its own. */
  async browser() {
    this.#browser ??= await launchChromium()
    return this.#browser
  }
}
