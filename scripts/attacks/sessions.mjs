/** @import { House, Person } from './house.mjs' */

/*
 * He knows her password: his device tries to stay signed in after she ended it, to pass as one of hers, or to
 * go on receiving reminders.
 */

const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** A browser that signs in as `account`, with whatever cookie it has. */
class Device {
  /** @param {House} house @param {Pick<Person, 'email' | 'password'>} account */
  constructor(house, account) {
    this.house = house
    this.account = account
    this.cookie = ''
    this.token = ''
    this.refreshToken = ''
  }

  async signIn() {
    const { email, password } = this.account
    await this.#grant('password', { email, password })
    return this
  }

  renew() {
    return this.#grant('refresh_token', { refresh_token: this.refreshToken })
  }

  /** @param {string} type @param {unknown} body */
  async #grant(type, body) {
    const answer = await this.house.fetch(`/auth/v1/token?grant_type=${type}`, {
      method: 'POST',
      body,
      headers: { 'user-agent': BROWSER, ...(this.cookie && { cookie: this.cookie }) },
    })
    const given = answer.headers.get('set-cookie')
    if (given) this.cookie = given.split(';')[0] ?? ''
    if (answer.status === 200) {
      this.token = answer.json.access_token
      this.refreshToken = answer.json.refresh_token
    }
    return answer
  }

  /** Her list, as this device sees it. @returns {Promise<any[]>} empty where there is none */
  async list() {
    const answer = await this.house.fetch('/rest/v1/rpc/mis_equipos', {
      method: 'POST',
      body: {},
      as: this.token,
    })
    return answer.status === 200 ? answer.json : []
  }

  /** @param {string} cual */
  close(cual) {
    return this.house.fetch('/rest/v1/rpc/cerrar_equipo', { method: 'POST', body: { cual }, as: this.token })
  }

  /** Whether the service still serves it. */
  async isIn() {
    const answer = await this.house.fetch('/rest/v1/agenda_personal?select=id', { as: this.token })
    return answer.status === 200 || (await this.renew()).status === 200
  }

  get session() {
    return JSON.parse(Buffer.from(this.token.split('.')[1] ?? '', 'base64url').toString()).session_id
  }
}

/**
 * Moves the replacement of a device's turn back by more than the minute in which the old one still counts.
 * @param {House} house
 */
const minute = (house) =>
  house.sql(`update local_server.devices set turned_at = turned_at - interval '61 seconds'`)

/** A member who is signed in nowhere. @param {House} house */
async function member(house) {
  const her = await house.member()
  await house.sql('delete from auth.sessions where user_id = $1', [her.id])
  return her
}

/** An appointment whose reminder is due, and a phone that asked for reminders. @param {House} house @param {Person} her @param {Device} device */
async function reminded(house, her, device) {
  const endpoint = `https://push.example/${crypto.randomUUID()}`
  const made = await house.fetch('/rest/v1/suscripciones_push', {
    method: 'POST',
    as: device.token,
    body: { user_id: her.id, endpoint, p256dh: 'A'.repeat(87), auth: 'A'.repeat(22), zona_horaria: 'UTC' },
  })
  if (made.status !== 201) throw new Error(`no subscription: ${made.text}`)
  const written = await house.fetch('/rest/v1/agenda_personal', {
    method: 'POST',
    as: device.token,
    body: {
      user_id: her.id,
      titulo: 'Audiencia',
      tipo: 'cita',
      fecha: '2030-06-01',
      hora: '15:00',
      notificar: true,
    },
  })
  if (written.status !== 201) throw new Error(`no appointment: ${written.text}`)
  return async () => {
    await house.sql(`delete from interno.recordatorios`)
    await house.sql(`delete from interno.envios where tipo = 'recordatorio'`)
    await house.sql(`select interno.recordar($1, '2030-06-01 14:30Z')`, [her.id])
    const taken = await house.sql(
      `select s.endpoint from interno.envios e join public.suscripciones_push s on s.id = e.suscripcion_id where e.tipo = 'recordatorio'`,
    )
    return taken.some((row) => row.endpoint === endpoint)
  }
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'sessions/same-model',
    class: 'sessions',
    as: 'member',
    name: 'has a phone of her model: she cannot tell his row from hers, nor close it alone',
    broken: 'bd930d4',
    async run(house) {
      const her = await member(house)
      const hers = await new Device(house, her).signIn()
      const his = await new Device(house, her).signIn()
      for (const row of (await hers.list()).filter(({ este }) => !este)) await hers.close(row.id)
      if (!(await hers.isIn())) return 'she closed her own'
      return (await his.isIn()) ? 'his phone stays in' : undefined
    },
  },
  {
    id: 'sessions/copied-cookie',
    class: 'sessions',
    as: 'member',
    name: 'copies the cookie of her unlocked phone, to be one row with it',
    async run(house) {
      const her = await member(house)
      const hers = await new Device(house, her).signIn()
      await minute(house)
      const his = new Device(house, her)
      his.cookie = hers.cookie
      await his.signIn()
      await minute(house)
      await hers.renew()
      return (await hers.list()).length < 2 ? 'her list shows one device' : undefined
    },
  },
  {
    id: 'sessions/guessed-turn',
    class: 'sessions',
    as: 'member',
    name: 'has seen her mark, and makes the turn up',
    async run(house) {
      const her = await member(house)
      const hers = await new Device(house, her).signIn()
      const his = new Device(house, her)
      his.cookie = `${hers.cookie.split('.')[0]}.${'A'.repeat(22)}`
      await his.signIn()
      return (await hers.list()).length < 2 ? 'her list shows one device' : undefined
    },
  },
  {
    id: 'sessions/carried-session',
    class: 'sessions',
    as: 'member',
    name: 'carries her session into a browser of his own and renews it there first',
    async run(house) {
      const her = await member(house)
      const hers = await new Device(house, her).signIn()
      await hers.renew()
      const [before] = await hers.list()
      const his = new Device(house, her)
      his.refreshToken = hers.refreshToken
      await his.renew()
      const [after] = await his.list()
      return before && after?.nombre === before.nombre
        ? 'his browser goes by the name of her phone'
        : undefined
    },
  },
  {
    id: 'sessions/second-session-of-the-device',
    class: 'sessions',
    as: 'member',
    name: 'signs in twice on one phone: closing its row ends one session',
    async run(house) {
      const her = await member(house)
      const hers = await new Device(house, her).signIn()
      const his = await new Device(house, her).signIn()
      const spare = new Device(house, her)
      spare.cookie = his.cookie
      await spare.signIn()
      for (const row of (await hers.list()).filter(({ este }) => !este)) await hers.close(row.id)
      return (await his.isIn()) || (await spare.isIn()) ? 'the other session of his phone' : undefined
    },
  },
  {
    id: 'sessions/closes-hers',
    class: 'sessions',
    as: 'member',
    name: 'closes a device of hers with an account of his own, knowing the id of her session',
    async run(house) {
      const [her, him] = [await member(house), await member(house)]
      const hers = await new Device(house, her).signIn()
      const his = await new Device(house, him).signIn()
      await his.close(hers.session)
      return (await hers.isIn()) ? undefined : 'she is out'
    },
  },
  {
    id: 'sessions/same-browser-as-hers',
    class: 'sessions',
    as: 'member',
    name: 'signs in with an account of his own in her browser, closes "this device", and hers with it',
    async run(house) {
      const [her, him] = [await member(house), await member(house)]
      const hers = await new Device(house, her).signIn()
      const his = new Device(house, him)
      his.cookie = hers.cookie
      await his.signIn()
      await his.close(his.session)
      return (await hers.isIn()) ? undefined : 'she is out'
    },
  },
  {
    id: 'sessions/lists-hers',
    class: 'sessions',
    as: 'member',
    name: 'asks from her browser, with an account of his own, which devices are in',
    async run(house) {
      const [her, him] = [await member(house), await member(house)]
      const hers = await new Device(house, her).signIn()
      const [own] = await hers.list()
      // A second one: what is in the same browser is one line, whoever's it is.
      await new Device(house, her).signIn()
      const his = new Device(house, him)
      his.cookie = hers.cookie
      await his.signIn()
      const seen = await his.list()
      if (seen.length > 1) return `${seen.length} devices of others`
      return own && seen[0]?.nombre === own.nombre ? 'the name of her phone in her list' : undefined
    },
  },
  {
    id: 'sessions/reminders-of-a-closed-phone',
    class: 'sessions',
    as: 'member',
    name: 'keeps the old phone: its reminders of her appointments go on after she closed it',
    broken: 'bd930d4',
    async run(house) {
      const her = await member(house)
      const old = await new Device(house, her).signIn()
      const isTold = await reminded(house, her, old)
      const fresh = await new Device(house, her).signIn()
      await house.fetch('/auth/v1/logout?scope=others', { method: 'POST', as: fresh.token })
      return (await isTold()) ? 'the closed phone lights up an hour before' : undefined
    },
  },
  {
    id: 'sessions/reminders-of-a-suspended-account',
    class: 'sessions',
    as: 'member',
    name: 'goes on being told of the agenda of an account that was suspended',
    broken: 'bd930d4',
    async run(house) {
      const her = await member(house)
      const phone = await new Device(house, her).signIn()
      const isTold = await reminded(house, her, phone)
      await house.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [her.id])
      return (await isTold()) ? 'a reminder of an account that opens nothing' : undefined
    },
  },
]
