import { randomBytes } from 'node:crypto'

const HIS = 'tabachines en la calle 48'
const HERS = 'jacarandas en la plaza 93'
const VERIFIER = 'v'.repeat(50)
const PKCE = { code_challenge: VERIFIER, code_challenge_method: 'plain' }
const WORDS = { username: 'De él', identidad_genero: 'mujer cis' }

const newAddress = () => `${randomBytes(8).toString('hex')}@ejemplo.mx`

/** @typedef {import('./house.mjs').House} House */

/** @param {House} house @param {string} path @param {Record<string, unknown>} body */
const post = (house, path, body) =>
  house.fetch(`/auth/v1${path}`, {
    method: 'POST',
    body,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })

/** @param {House} house @param {string} email @param {Record<string, unknown>} [more] */
const signUp = (house, email, more = {}) =>
  post(house, '/signup', { email, password: HIS, data: WORDS, ...more })

/** @param {House} house @param {string} email @param {string} [password] */
const enter = (house, email, password = HIS) => post(house, '/token?grant_type=password', { email, password })

/**
 * The newest mail to an address that has a link, once there are as many.
 * @param {House} house @param {string} to @param {number} [count]
 */
async function mailed(house, to, count = 1) {
  const mail = await house.until(async () => {
    const mails = await house.mails(to)
    return mails.length >= count ? mails[0] : undefined
  })
  if (!mail) throw new Error('no mail came')
  const link = new URL(mail.links[0] ?? 'http://none.invalid/')
  return {
    text: mail.text,
    path: link.pathname + link.search,
    hash: link.searchParams.get('token') ?? '',
    code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '',
    links: mail.links,
  }
}

/** Opens a link as a mail scanner does. @param {House} house @param {string} path */
const scan = (house, path) => house.fetch(path)

/**
 * Opens the link as a person does, and presses the first button where there is one.
 * @param {House} house @param {string} path @param {Record<string, string>} [headers]
 */
async function press(house, path, headers = {}) {
  const opened = await house.fetch(path)
  if (opened.status !== 200) return String(opened.headers.get('location'))
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const answer = await house.fetch(path, { method: 'POST', headers: form, body: 'accion=confirmar' })
  return String(answer.headers.get('location'))
}

/** @param {string} where an address with a session after the `#` */
const tokenIn = (where) =>
  new URLSearchParams(new URL(where, 'http://x').hash.slice(1)).get('access_token') ?? undefined

/**
 * Does the same with an address that has an account and with one that has none.
 * @param {House} house @param {(email: string) => Promise<unknown>} probe
 * @returns {Promise<string | undefined>} what differed
 */
async function tellApart(house, probe) {
  const known = JSON.stringify(await probe((await house.account({ password: HERS })).email))
  const unknown = JSON.stringify(await probe(newAddress()))
  return known === unknown ? undefined : `known: ${known.slice(0, 80)}, unknown: ${unknown.slice(0, 80)}`
}

/** @param {House} house @param {import('./house.mjs').Person} who @param {string} email */
const changeAddress = (house, who, email) =>
  house.fetch('/auth/v1/user', {
    method: 'PUT',
    as: who.token,
    body: { email, current_password: who.password },
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })

/**
 * Finding out who has an account, and taking one over: the attacker knows her address, signs up with it, asks
 * for links in her name, and waits.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'oracles/profile-behind-the-sign-up',
    class: 'oracles',
    as: 'member',
    name: 'signs up with her address and looks for the profile of the number that was answered',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      return tellApart(house, async (email) => {
        const { json } = await signUp(house, email)
        return (await him.fetch(`/rest/v1/profiles?select=id&id=eq.${json.id}`)).json.length
      })
    },
  },
  {
    id: 'oracles/block-behind-the-sign-up',
    class: 'oracles',
    as: 'member',
    name: 'blocks the number that a sign-up with her address answered: only one that exists can be blocked',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      return tellApart(house, async (email) => {
        const { json } = await signUp(house, email)
        const body = { bloqueada_id: json.id }
        return (await him.fetch('/rest/v1/bloqueos', { method: 'POST', body })).status
      })
    },
  },
  {
    id: 'oracles/own-password-after-the-sign-up',
    class: 'oracles',
    as: 'stranger',
    name: 'signs up with her address and enters with the password that he chose himself',
    broken: 'bd930d4',
    run: (house) =>
      tellApart(house, async (email) => {
        await signUp(house, email)
        return (await enter(house, email)).json.code
      }),
  },
  {
    id: 'oracles/own-password-after-a-second-sign-up',
    class: 'oracles',
    as: 'stranger',
    name: 'signs up twice and tries the password of the first time, which a real registration forgets',
    run: (house) =>
      tellApart(house, async (email) => {
        await signUp(house, email)
        await signUp(house, email, { password: `${HIS} 2` })
        const tried = [await enter(house, email), await enter(house, email, `${HIS} 2`)]
        return tried.map(({ json }) => json.code)
      }),
  },
  {
    id: 'oracles/order-of-his-own-words',
    class: 'oracles',
    as: 'stranger',
    name: 'looks at the order of the words that a sign-up repeats: the database sorts them, a made-up answer does not',
    broken: 'bd930d4',
    run: (house) =>
      tellApart(house, async (email) => {
        const { json } = await signUp(house, email, { data: { zzzz: 1, aa: 2, b: 3 } })
        return Object.keys(json.user_metadata)
      }),
  },
  {
    id: 'oracles/link-with-words-makes-a-member',
    class: 'oracles',
    as: 'member',
    name: 'asks for a link to enter with a name of his, and looks whether a member of that name came to be',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      return tellApart(house, async (email) => {
        const username = `Nadie ${randomBytes(4).toString('hex')}`
        await post(house, '/otp', { email, data: { ...WORDS, username } })
        const { json } = await him.fetch(
          `/rest/v1/profiles?select=id&username=eq.${encodeURIComponent(username)}`,
        )
        return json.length
      })
    },
  },
  {
    id: 'oracles/change-to-her-address',
    class: 'oracles',
    as: 'member',
    name: 'asks to change his own address to hers',
    broken: 'bd930d4',
    run: (house) =>
      tellApart(house, async (email) => {
        const { status, json } = await changeAddress(house, await house.member(), email)
        return [status, json.code]
      }),
  },
  {
    id: 'oracles/change-that-waits',
    class: 'oracles',
    as: 'member',
    name: 'looks at his own account after asking for her address: a change that waits means that it was free',
    broken: 'bd930d4',
    run: (house) =>
      tellApart(house, async (email) => {
        const him = await house.member()
        await changeAddress(house, him, email)
        const { json } = await him.fetch('/auth/v1/user')
        return [json.new_email === email, typeof json.email_change_sent_at]
      }),
  },
  {
    id: 'oracles/mails-after-the-change',
    class: 'oracles',
    as: 'member',
    name: 'counts the mails in his own mailbox after asking for her address',
    broken: 'bd930d4',
    run: (house) =>
      tellApart(house, async (email) => {
        const him = await house.member()
        await changeAddress(house, him, email)
        // Mails are sent in order: once this one has arrived, any earlier one would have too.
        await post(house, '/recover', { email: him.email })
        const arrived = await house.until(async () =>
          (await house.mails(him.email)).find((mail) => /contraseña nueva/.test(mail.text)),
        )
        if (!arrived) throw new Error('no mail came')
        return (await house.mails(him.email)).filter(({ subject }) => /cambio de correo/i.test(subject))
          .length
      }),
  },
  {
    id: 'oracles/finish-a-change',
    class: 'oracles',
    as: 'member',
    name: 'keeps a change to her address waiting, and finishes it later to hear whether she has an account by now',
    broken: 'bd930d4',
    async run(house) {
      const [him, email] = [await house.member(), newAddress()]
      await changeAddress(house, him, email)
      await press(house, (await mailed(house, email)).path)
      await signUp(house, email, { password: HERS })
      await press(house, (await mailed(house, email, 2)).path)
      const finished = await press(house, (await mailed(house, him.email)).path)
      return /email_exists/.test(finished) ? 'told that the address has an account' : undefined
    },
  },
  {
    id: 'accounts/members-by-the-dozen',
    class: 'accounts',
    as: 'stranger',
    name: 'registers invented addresses that nobody confirms, and stands among the members under names of his choice',
    broken: 'bd930d4',
    async run(house) {
      const mark = randomBytes(4).toString('hex')
      for (let n = 0; n < 5; n++)
        await signUp(house, newAddress(), { data: { ...WORDS, username: `Falsa ${mark}` } })
      const rows = await house.sql('select from interno.perfiles where username = $1', [`Falsa ${mark}`])
      return rows.length > 0 ? `${rows.length} members that nobody is` : undefined
    },
  },
  {
    id: 'rules/words-of-later',
    class: 'rules',
    as: 'not admitted',
    name: 'writes an accepted identity into the metadata of an account and has its address confirmed once more',
    async run(house) {
      const him = await house.notAdmitted()
      await him.client.auth.updateUser({ data: WORDS })
      await house.sql('update auth.users set email_confirmed_at = now() where id = $1', [him.id])
      return (await him.client.rpc('estoy_admitida')).data ? 'admitted without being asked' : undefined
    },
  },
  {
    id: 'accounts/waits-inside-hers',
    class: 'accounts',
    as: 'stranger',
    name: 'signs up with her address; she confirms it in her browser and is in, in an account whose password is his',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      const { json: his } = await signUp(house, email)
      const token = tokenIn(await press(house, (await mailed(house, email)).path))
      if (!token) return undefined
      const diary = { user_id: his.id, fecha: '2026-11-20', contenido: 'lo que nadie debe leer' }
      const { status } = await house.fetch('/rest/v1/diario_personal', {
        method: 'POST',
        as: token,
        body: diary,
      })
      const { json } = await enter(house, email)
      const read = await house.fetch('/rest/v1/diario_personal?select=contenido', { as: json.access_token })
      return status < 300 && read.json?.length > 0 ? 'he reads what she wrote' : 'she is in an account of his'
    },
  },
  {
    id: 'accounts/token-hash-signs-her-in',
    class: 'accounts',
    as: 'stranger',
    name: 'the same by the hash of the link, which a page of a client hands over',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      const { hash } = await mailed(house, email)
      const { json } = await post(house, '/verify', { type: 'signup', token_hash: hash })
      return json.access_token ? 'a session in an account whose password is his' : undefined
    },
  },
  {
    id: 'links/scanner-confirms-his-registration',
    class: 'links',
    as: 'stranger',
    name: 'signs up with her address and lets the scanner of her mails confirm it',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      await scan(house, (await mailed(house, email)).path)
      return (await enter(house, email)).status === 200 ? 'he is in an account with her address' : undefined
    },
  },
  {
    id: 'links/scanner-confirms-his-pkce-registration',
    class: 'links',
    as: 'stranger',
    name: 'the same with a flow of his own, whose code the scanner hands to nobody',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email, PKCE)
      await scan(house, (await mailed(house, email)).path)
      return (await enter(house, email)).status === 200 ? 'he is in an account with her address' : undefined
    },
  },
  {
    id: 'links/scanner-makes-her-a-member',
    class: 'links',
    as: 'stranger',
    name: 'asks for a link to enter, with words of his and her address; the scanner makes the account',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await post(house, '/otp', { email, data: WORDS, ...PKCE })
      await scan(house, (await mailed(house, email)).path)
      const [row] = await house.sql('select email_confirmed_at as at from auth.users where email = $1', [
        email,
      ])
      return row?.at ? 'her address is confirmed, and she never did anything' : undefined
    },
  },
  {
    id: 'links/scanner-enters-by-her-link',
    class: 'links',
    as: 'stranger',
    name: 'reads the log of a scanner that opened her link to enter',
    broken: 'bd930d4',
    async run(house) {
      const { email } = await house.account()
      await post(house, '/otp', { email, create_user: false })
      const { headers } = await scan(house, (await mailed(house, email)).path)
      return tokenIn(headers.get('location') ?? '') ? 'a session of hers in the log' : undefined
    },
  },
  {
    id: 'links/scanner-uses-up-her-recovery',
    class: 'links',
    as: 'stranger',
    name: 'lets a scanner use up the link by which she would choose another password',
    broken: 'bd930d4',
    async run(house) {
      const { email } = await house.account()
      await post(house, '/recover', { email })
      const { path } = await mailed(house, email)
      await scan(house, path)
      return tokenIn(await press(house, path)) ? undefined : 'her link is spent before she opens it'
    },
  },
  {
    id: 'links/scanners-change-an-address',
    class: 'links',
    as: 'member',
    name: 'with her open session asks for another address; scanners of both mailboxes agree to it',
    broken: 'bd930d4',
    async run(house) {
      const [her, email] = [await house.member(), newAddress()]
      await changeAddress(house, her, email)
      for (const to of [email, her.email]) await scan(house, (await mailed(house, to)).path)
      const [row] = await house.sql('select email from auth.users where id = $1', [her.id])
      return row?.email === email ? 'her account has another address, and nobody pressed anything' : undefined
    },
  },
  {
    id: 'links/change-of-address-signs-her-into-his',
    class: 'links',
    as: 'member',
    name: 'asks to change his address to hers; she confirms by mistake and is in, in his account',
    broken: 'bd930d4',
    async run(house) {
      const [him, email] = [await house.member(), newAddress()]
      await changeAddress(house, him, email)
      await press(house, (await mailed(house, him.email)).path)
      const token = tokenIn(await press(house, (await mailed(house, email)).path))
      if (!token) return undefined
      const { json } = await house.fetch('/auth/v1/user', { as: token })
      return json.id === him.id ? 'she is signed in to his account' : undefined
    },
  },
  {
    id: 'links/button-on-a-page-of-his',
    class: 'links',
    as: 'stranger',
    name: 'has a page of his press the button of a link in her browser',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      await press(house, (await mailed(house, email)).path, { 'sec-fetch-site': 'cross-site' })
      return (await enter(house, email)).status === 200 ? 'confirmed by a page of somebody else' : undefined
    },
  },
  {
    id: 'accounts/stays-after-the-recovery',
    class: 'accounts',
    as: 'stranger',
    name: 'is in an account with her address; she recovers it, and he stays in',
    broken: 'bd930d4',
    async run(house) {
      const { email } = await house.account({ password: HIS })
      const { json: his } = await enter(house, email)
      await post(house, '/recover', { email })
      const { code } = await mailed(house, email)
      const entered = await post(house, '/verify', { type: 'recovery', email, token: code })
      if (entered.status !== 200) throw new Error('she could not recover it')
      const { status } = await house.fetch('/rest/v1/rpc/estoy_admitida', {
        method: 'POST',
        as: his.access_token,
      })
      return status === 200 ? 'his session reads on' : undefined
    },
  },
  {
    id: 'accounts/words-that-wait-for-her',
    class: 'accounts',
    as: 'stranger',
    name: 'signs up with her address and a name of his; she comes by a recovery and bears it',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      await post(house, '/recover', { email })
      const { code } = await mailed(house, email, 2)
      const { json } = await post(house, '/verify', { type: 'recovery', email, token: code })
      return json.user?.user_metadata?.username === WORDS.username ? 'she bears the name he chose' : undefined
    },
  },
  {
    id: 'accounts/his-invitation-names-her',
    class: 'accounts',
    as: 'member',
    name: 'signs up with her address and his own code; she enters by a link of her own, and he sees that she came',
    broken: 'bd930d4',
    async run(house) {
      const [him, email] = [await house.member(), newAddress()]
      const [row] = await house.sql(
        'select codigo_invitacion as codigo from interno.perfiles_privados where id = $1',
        [him.id],
      )
      await signUp(house, email, { data: { ...WORDS, codigo: row?.codigo, comparte_nombre: true } })
      await post(house, '/otp', { email, data: { username: 'Ella', identidad_genero: 'mujer cis' } })
      const { code } = await mailed(house, email, 2)
      await post(house, '/verify', { type: 'email', email, token: code })
      const named = await house.sql('select from public.referidos where invitador_id = $1', [him.id])
      return named.length > 0 ? 'she stands among those he invited' : undefined
    },
  },
  {
    id: 'accounts/first-words-stay',
    class: 'accounts',
    as: 'stranger',
    name: 'asks for a link in her name, with words of his; hers, later, are not taken',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await post(house, '/otp', { email, data: WORDS })
      await post(house, '/otp', { email, data: { ...WORDS, username: 'Ella' } })
      const { code } = await mailed(house, email, 2)
      const { json } = await post(house, '/verify', { type: 'email', email, token: code })
      return json.user?.user_metadata?.username === WORDS.username ? 'she bears the name he chose' : undefined
    },
  },
  {
    id: 'accounts/registration-code-on-another-screen',
    class: 'accounts',
    as: 'stranger',
    name: 'signs up with her address and tells her to type the code where one enters without a password',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      const { code } = await mailed(house, email)
      const { json } = await post(house, '/verify', { type: 'magiclink', email, token: code })
      return json.access_token ? 'she is in an account whose password is his' : undefined
    },
  },
  {
    id: 'accounts/stays-whatever-she-says',
    class: 'accounts',
    as: 'stranger',
    name: 'signs up with her address; she says that it was not she, and his registration stays',
    broken: 'bd930d4',
    async run(house) {
      const email = newAddress()
      await signUp(house, email)
      const { hash } = await mailed(house, email)
      await post(house, '/verify/refuse', { token_hash: hash })
      const rows = await house.sql('select from auth.users where email = $1', [email])
      return rows.length > 0 ? 'her address stays taken' : undefined
    },
  },
  {
    id: 'accounts/erase-hers-by-an-old-link',
    class: 'accounts',
    as: 'trusted contact',
    name: 'finds the link of her registration in her mailbox and says in her name that it was not she',
    async run(house) {
      const email = newAddress()
      await signUp(house, email, { password: HERS })
      const { path, hash } = await mailed(house, email)
      await press(house, path)
      await enter(house, email, HERS)
      await post(house, '/verify/refuse', { token_hash: hash })
      return (await enter(house, email, HERS)).status === 200 ? undefined : 'her account is gone'
    },
  },
  {
    id: 'accounts/guesses-without-end',
    class: 'accounts',
    as: 'stranger',
    name: 'signs up with her address and clears the count of his guesses at her password with his own',
    async run(house) {
      const strict = await house.strict()
      const { email } = await strict.account({ password: HERS })
      await signUp(strict, email)
      for (let round = 0; round < 3; round++) {
        for (let guess = 0; guess < 8; guess++) {
          const { status } = await enter(strict, email, `no es ${guess}`)
          if (status === 429) return undefined
        }
        await enter(strict, email)
      }
      return '24 guesses without waiting'
    },
  },
  {
    id: 'mail/her-address-into-his-account',
    class: 'mail',
    as: 'member',
    name: 'has a link mailed to her that would give her address to his account',
    async run(house) {
      const [him, her] = [await house.member(), await house.account()]
      await changeAddress(house, him, her.email)
      const { links, text } = await mailed(house, her.email)
      return links.length > 0 || /\b\d{6}\b/.test(text) ? 'she got a link of his' : undefined
    },
  },
]
