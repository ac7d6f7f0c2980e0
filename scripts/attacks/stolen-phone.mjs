import { generateSync } from 'otplib'

/*
 * He holds her unlocked telephone and with it her mail. He may have known her password before she changed it.
 */

/** @typedef {import('./house.mjs').House} House */
/** @typedef {import('./house.mjs').Person} Person */
/** @typedef {import('@supabase/supabase-js').SupabaseClient} Client */

const HIS = 'la suya de todas maneras 45'

/** @param {string} secret @param {number} [steps] half-minutes from now */
const codeOf = (secret, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Her last proof is older than ten minutes. @param {House} house @param {string} id */
const later = (house, id) =>
  house.sql(
    `update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'
     where session_id in (select s.id from auth.sessions s where s.user_id = $1)`,
    [id],
  )

/** Her telephone, unlocked, some time after she signed in. @param {House} house */
async function herPhone(house) {
  const her = await house.member()
  await later(house, her.id)
  return her
}

/** The code of the newest mail. @param {House} house @param {string} email @param {string} [subject] */
async function mailedCode(house, email, subject = '') {
  const code = await house.until(async () => {
    const mail = (await house.mails(email)).find(
      (one) => one.subject.includes(subject) && /\b\d{6}\b/.test(one.text),
    )
    return mail && /\b\d{6}\b/.exec(mail.text)?.[0]
  })
  if (!code) throw new Error('no mail with a code came')
  return code
}

/** He enters by a code in her mailbox. @param {House} house @param {string} email @param {'magiclink' | 'recovery'} type */
async function byMail(house, email, type) {
  const client = house.visitor()
  if (type === 'recovery') await client.auth.resetPasswordForEmail(email)
  else await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const { error } = await client.auth.verifyOtp({ email, token: await mailedCode(house, email), type })
  if (error) throw error
  return client
}

/** He sets a password of his through her mailbox, and enters with it. @param {House} house @param {Person} her */
async function recovered(house, her) {
  const client = await byMail(house, her.email, 'recovery')
  const { error } = await client.auth.updateUser({ password: HIS })
  if (error) throw error
  const entered = await client.auth.signInWithPassword({ email: her.email, password: HIS })
  if (entered.error) throw entered.error
  return client
}

/** An account that is entered by mailed codes alone. @param {House} house */
async function withoutPassword(house) {
  const her = await house.member()
  await house.sql(`update auth.users set encrypted_password = '' where id = $1`, [her.id])
  return { her, client: await byMail(house, her.email, 'magiclink') }
}

/** She has a second factor; her telephone is signed in with it. @param {House} house */
async function withFactor(house) {
  const her = await house.member()
  const made = await her.client.auth.mfa.enroll({ factorType: 'totp' })
  if (made.error) throw made.error
  const { id, totp } = made.data
  const { error } = await her.client.auth.mfa.challengeAndVerify({
    factorId: id,
    code: codeOf(totp.secret, -1),
  })
  if (error) throw error
  return { her, factorId: id, secret: totp.secret }
}

/** Enrols a factor of his. @param {Client} client */
async function enrol(client) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) return undefined
  const done = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
  return done.error ? undefined : data.id
}

/** @param {House} house @param {string} id */
const counts = async (house, id) =>
  (await house.sql(`select from auth.mfa_factors where user_id = $1 and status = 'verified'`, [id])).length >
  0
/** @param {House} house @param {string} id */
const lives = async (house, id) => (await house.sql('select from auth.users where id = $1', [id])).length > 0

/** Asks for another address and agrees from both mailboxes. @param {House} house @param {Client} client @param {string} email */
async function changeAddress(house, client, email) {
  const next = `otro.${email}`
  const { error } = await client.auth.updateUser({ email: next })
  if (error) return undefined
  for (const address of [next, email]) {
    await house.visitor().auth.verifyOtp({
      email: address,
      token: await mailedCode(house, address, 'cambio'),
      type: 'email_change',
    })
  }
  const [now] = await house.sql('select from auth.users where email = $1', [next])
  return now && 'her address is his'
}

/** Whether she was told by mail. @param {House} house @param {string} email @param {RegExp} words */
const told = (house, email, words) =>
  house.until(async () => {
    const response = await fetch(`${house.mailbox}.json?to=${encodeURIComponent(email)}`)
    const mails = /** @type {any[]} */ (await response.json())
    return mails.some(({ text, subject }) => subject === 'Un aviso de tu cuenta' && words.test(text))
  })

const thief = { class: /** @type {const} */ ('stolen phone'), as: /** @type {const} */ ('trusted contact') }
const OLD = /** @type {const} */ ({ broken: 'bd930d4' })

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/begin-a-factor',
    name: 'begins to enrol his second factor on her unlocked telephone',
    async run(house) {
      const her = await herPhone(house)
      const { data } = await her.client.auth.mfa.enroll({ factorType: 'totp' })
      return data?.totp.secret && 'he holds the key of a factor of hers'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/finish-a-factor',
    name: 'finishes an enrolment that she began and left open',
    async run(house) {
      const her = await house.member()
      const { data } = await her.client.auth.mfa.enroll({ factorType: 'totp' })
      await later(house, her.id)
      await her.client.auth.mfa.challengeAndVerify({
        factorId: data?.id ?? '',
        code: codeOf(data?.totp.secret ?? ''),
      })
      return (await counts(house, her.id)) ? 'her password alone opens nothing any more' : undefined
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/delete-by-own-factor',
    name: 'uses the factor that he has just enrolled as the proof for deleting her account',
    async run(house) {
      const her = await herPhone(house)
      await enrol(her.client)
      await her.client.auth.refreshSession()
      await her.client.rpc('eliminar_mi_cuenta')
      return (await lives(house, her.id)) ? undefined : 'her account is gone'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/factor-removed',
    name: 'takes her second factor away, in a session that showed it long ago',
    async run(house) {
      const { her, factorId } = await withFactor(house)
      await later(house, her.id)
      await her.client.auth.mfa.unenroll({ factorId })
      return (await counts(house, her.id)) ? undefined : 'her account is of one factor again'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/factor-removed-at-once',
    name: 'takes a factor away right after its first code, which proved nothing but itself',
    async run(house) {
      const { her, factorId } = await withFactor(house)
      await her.client.auth.mfa.unenroll({ factorId })
      return (await counts(house, her.id)) ? undefined : 'the factor is gone'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/second-factor-of-his',
    name: 'adds a factor of his beside hers',
    async run(house) {
      const { her } = await withFactor(house)
      await later(house, her.id)
      return (await enrol(her.client)) && 'his telephone opens her account as hers does'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/address-begun',
    name: 'has her account moved to an address of his',
    async run(house) {
      const her = await herPhone(house)
      const { data } = await her.client.auth.updateUser({ email: `el.${her.email}` })
      return data.user?.new_email && 'a link to agree lies in both mailboxes'
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/address-taken',
    name: 'moves her account to his address, agreeing from her mailbox too',
    async run(house) {
      const her = await herPhone(house)
      return changeAddress(house, her.client, her.email)
    },
  },
  {
    ...thief,
    ...OLD,
    id: 'stolen-phone/password-by-mailed-code',
    name: 'sets a password with a code that he has mailed to her telephone, without a link',
    async run(house) {
      const her = await herPhone(house)
      await her.client.auth.reauthenticate()
      const nonce = await mailedCode(house, her.email)
      const { error } = await her.client.auth.updateUser({ password: HIS, nonce })
      return error ? undefined : 'her password is his'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'sessions',
    id: 'stolen-phone/others-closed',
    name: 'shuts her out of her other devices',
    async run(house) {
      const her = await herPhone(house)
      const there = await house.signIn(her)
      await later(house, her.id)
      await her.fetch('/auth/v1/logout?scope=others', { method: 'POST' })
      const { status } = await there.fetch('/auth/v1/user')
      return status === 200 ? undefined : 'her other device is out'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'sessions',
    id: 'stolen-phone/all-closed',
    name: 'shuts her out everywhere at once',
    async run(house) {
      const her = await herPhone(house)
      const there = await house.signIn(her)
      await later(house, her.id)
      await her.client.auth.signOut({ scope: 'global' })
      const { status } = await there.fetch('/auth/v1/user')
      return status === 200 ? undefined : 'every device of hers is out'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'sessions',
    id: 'stolen-phone/default-logout',
    name: 'signs out without naming a scope, which means all of them',
    async run(house) {
      const her = await herPhone(house)
      const there = await house.signIn(her)
      await later(house, her.id)
      await her.fetch('/auth/v1/logout', { method: 'POST' })
      const { status } = await there.fetch('/auth/v1/user')
      return status === 200 ? undefined : 'every device of hers is out'
    },
  },
  ...['magiclink', 'recovery'].flatMap((kind) => {
    const type = /** @type {'magiclink' | 'recovery'} */ (kind)
    return /** @type {import('./house.mjs').Attack[]} */ ([
      {
        ...thief,
        ...OLD,
        class: 'mail',
        id: `mail/delete-by-${kind}`,
        name: `deletes her account with nothing but a mailed code (${kind})`,
        async run(house) {
          const her = await house.member()
          const client = await byMail(house, her.email, type)
          await client.rpc('eliminar_mi_cuenta')
          return (await lives(house, her.id)) ? undefined : 'her account is gone'
        },
      },
      {
        ...thief,
        ...OLD,
        class: 'mail',
        id: `mail/factor-by-${kind}`,
        name: `enrols his second factor with nothing but a mailed code (${kind})`,
        async run(house) {
          const her = await house.member()
          await enrol(await byMail(house, her.email, type))
          return (await counts(house, her.id)) ? 'she is shut out for good' : undefined
        },
      },
      {
        ...thief,
        ...OLD,
        class: 'mail',
        id: `mail/address-by-${kind}`,
        name: `moves her account to his address with nothing but a mailed code (${kind})`,
        async run(house) {
          const her = await house.member()
          return changeAddress(house, await byMail(house, her.email, type), her.email)
        },
      },
    ])
  }),
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/delete-after-recovery',
    name: 'sets a password through her mailbox, enters with it, and deletes her account',
    async run(house) {
      const her = await house.member()
      await (await recovered(house, her)).rpc('eliminar_mi_cuenta')
      return (await lives(house, her.id)) ? undefined : 'her account is gone'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/factor-after-recovery',
    name: 'sets a password through her mailbox, enters with it, and enrols his factor',
    async run(house) {
      const her = await house.member()
      await enrol(await recovered(house, her))
      return (await counts(house, her.id)) ? 'she is shut out for good' : undefined
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/address-after-recovery',
    name: 'sets a password through her mailbox, enters with it, and moves her account to his address',
    async run(house) {
      const her = await house.member()
      return changeAddress(house, await recovered(house, her), her.email)
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/delete-without-password',
    name: 'deletes an account without a password at once, by a code in her mailbox',
    async run(house) {
      const { her, client } = await withoutPassword(house)
      await client.rpc('eliminar_mi_cuenta')
      return (await lives(house, her.id)) ? undefined : 'her account is gone before she could cancel'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/factor-without-password',
    name: 'enrols his factor in an account without a password, at once',
    async run(house) {
      const { her, client } = await withoutPassword(house)
      await enrol(client)
      return (await counts(house, her.id)) ? 'she is shut out before she could cancel' : undefined
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'accounts',
    id: 'accounts/address-without-password',
    name: 'moves an account without a password to his address, at once',
    async run(house) {
      const { her, client } = await withoutPassword(house)
      return changeAddress(house, client, her.email)
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/device-untold',
    name: 'enters with her password from a device of his, and nothing tells her',
    async run(house) {
      const her = await house.member()
      await house.signIn(her)
      return (await told(house, her.email, /desde un dispositivo/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/factor-untold',
    name: 'enrols a factor, with her password, and nothing tells her',
    async run(house) {
      const her = await house.member()
      await enrol(her.client)
      return (await told(house, her.email, /Se activó la verificación/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/factor-removal-untold',
    name: 'takes a factor away, and nothing tells her',
    async run(house) {
      const { her, factorId, secret } = await withFactor(house)
      await her.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
      await her.client.auth.mfa.unenroll({ factorId })
      return (await told(house, her.email, /Se quitó/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/password-untold',
    name: 'sets another password, and nothing tells her',
    async run(house) {
      const her = await house.member()
      await her.client.auth.updateUser({ password: HIS, current_password: her.password })
      return (await told(house, her.email, /contraseña/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/address-untold',
    name: 'moves her account to another address, and her old mailbox is not told that it did',
    async run(house) {
      const her = await house.member()
      await changeAddress(house, her.client, her.email)
      return (await told(house, her.email, /ya no es este/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    ...OLD,
    class: 'mail',
    id: 'mail/deletion-untold',
    name: 'deletes her account with her password, and nothing tells her',
    async run(house) {
      const her = await house.member()
      await her.client.rpc('eliminar_mi_cuenta')
      return (await told(house, her.email, /eliminar tu cuenta/)) ? undefined : 'no mail came'
    },
  },
  {
    ...thief,
    class: 'links',
    id: 'links/undo-with-his-own-password',
    name: 'takes her answer to a notice for himself: proves it with the password that he set through her mailbox',
    async run(house) {
      const her = await house.member()
      await recovered(house, her)
      const client = await byMail(house, her.email, 'recovery')
      await client.auth.updateUser({ password: 'jacarandas y lluvia 88' })
      await told(house, her.email, /Cambió la contraseña/)
      for (const mail of await house.notices(her.email)) {
        const key = mail.links[0]?.split('#')[1]
        const { status } = await house.fetch('/auth/v1/notices/undo', {
          method: 'POST',
          body: { key, password: HIS },
        })
        if (status === 200) return 'his password stands again'
      }
      return undefined
    },
  },
  {
    ...thief,
    class: 'links',
    id: 'links/undo-with-the-mail-alone',
    name: 'undoes her change of password with the mail alone',
    async run(house) {
      const her = await house.member()
      await her.client.auth.updateUser({ password: HIS, current_password: her.password })
      await told(house, her.email, /Cambió la contraseña/)
      const [mail] = await house.notices(her.email)
      const key = mail?.links[0]?.split('#')[1]
      for (const body of [{ key }, { key, password: 'no la sabe' }, { key, code: '000000' }]) {
        const { status } = await house.fetch('/auth/v1/notices/undo', { method: 'POST', body })
        if (status === 200) return 'her new password is gone'
      }
      return undefined
    },
  },
  {
    ...thief,
    id: 'stolen-phone/new-recovery-codes',
    name: 'makes new recovery codes of her factor and keeps them',
    async run(house) {
      const { her, factorId } = await withFactor(house)
      await later(house, her.id)
      const { data } = await her.client.auth.getSession()
      const { json } = await house.fetch(`/auth/v1/factors/${factorId}/recovery_codes`, {
        method: 'POST',
        as: data.session?.access_token,
      })
      return json?.recovery_codes && 'ten ways in beside her telephone'
    },
  },
]
