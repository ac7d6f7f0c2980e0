import { createHash, randomBytes } from 'node:crypto'

/** A code of the older form. */
const oldCode = () => randomBytes(24).toString('base64url')

/** A code as her app makes it: the fingerprint of a secret that stays on her device. */
function madeCode() {
  const secreto = randomBytes(24).toString('base64url')
  return { secreto, codigo: createHash('sha256').update(secreto).digest('base64url') }
}

/** @param {import('./house.mjs').Person} who @param {string} name @param {Record<string, unknown>} body */
const rpc = (who, name, body) => who.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', body })

/** @param {import('./house.mjs').Person} who @param {string} codigo */
const start = (who, codigo) => rpc(who, 'iniciar_acompanamiento', { codigo, horas: 1 })

/** @param {import('./house.mjs').Person} who @param {string} codigo @param {number} latitud */
const share = (who, codigo, latitud) =>
  rpc(who, 'compartir_posicion', { codigo, latitud, longitud: -99.1, precision_m: 10, edad_ms: 0 })

/**
 * What whoever opens the link sees.
 * @param {import('./house.mjs').House} house @param {string} codigo
 */
const opened = async (house, codigo) =>
  (await house.fetch('/rest/v1/rpc/ver_camino', { method: 'POST', body: { codigo } })).json

/**
 * He starts with her code, and sends his place.
 * @param {import('./house.mjs').House} house @param {string} codigo
 */
async function hisPlaceBehind(house, codigo) {
  const him = await house.member()
  await start(him, codigo)
  await share(him, codigo, 21.5)
  const seen = await opened(house, codigo)
  return seen?.latitud === 21.5 ? 'her link shows his place as hers' : undefined
}

/** @param {import('./house.mjs').House} house */
async function circle(house) {
  const [row] = await house.sql(
    `insert into public.salas_comunidad (nombre, descripcion) values ('Sala ' || gen_random_uuid(), 'x') returning id`,
  )
  return String(row?.id)
}

/**
 * An issued address and its row, as create-daily-room and the app write them.
 * @param {import('./house.mjs').House} house @param {import('./house.mjs').Person} who
 */
async function callOf(house, who) {
  const code = randomBytes(18).toString('base64url')
  const room_url = `/llamada/${code}`
  await house.sql(
    `insert into public.salas_emitidas (room_url, user_id, vence_en) values ($1, $2, now() + interval '2 hours')`,
    [room_url, who.id],
  )
  const { json } = await who.fetch('/rest/v1/Salas?select=id', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: { nombre: 'Llamada', tema: 'x', room_url, esta_activa: true },
  })
  return { id: String(json?.[0]?.id), code }
}

/** @param {import('./house.mjs').Person} who @param {string} sala @param {string} call */
const tie = (who, sala, call) =>
  who.fetch(`/rest/v1/salas_comunidad?id=eq.${sala}&select=id`, {
    method: 'PATCH',
    headers: { prefer: 'return=representation' },
    body: { sala_video_id: call },
  })

/** @param {import('./house.mjs').House} house @param {string} sala */
async function tied(house, sala) {
  const [row] = await house.sql('select sala_video_id from public.salas_comunidad where id = $1', [sala])
  return row?.sala_video_id
}

/** @param {import('./house.mjs').Person} who @param {string} codigo */
const enter = (who, codigo) => rpc(who, 'entrar_llamada', { codigo })

/**
 * Moves a call back in time.
 * @param {import('./house.mjs').House} house @param {string} call @param {string} minutes
 */
async function later(house, call, minutes) {
  const columns = await house.sql(
    `select attname from pg_attribute where attrelid = 'public."Salas"'::regclass
     and attname in ('creada_en', 'viva_hasta', 'acompanada_en')`,
  )
  for (const { attname } of columns) {
    await house.sql(`update public."Salas" set ${attname} = ${attname} - $2::interval where id = $1`, [
      call,
      `${minutes} minutes`,
    ])
  }
}

/** @param {import('./house.mjs').House} house */
async function hisTiedCall(house) {
  const him = await house.member()
  const sala = await circle(house)
  const call = await callOf(house, him)
  await tie(him, sala, call.id)
  if ((await tied(house, sala)) !== call.id) throw new Error('his own call could not be tied')
  return { him, sala, call }
}

/**
 * Whether she can open a call of her own in the circle.
 * @param {import('./house.mjs').House} house @param {string} sala
 */
async function isKeptClosed(house, sala) {
  const her = await house.member()
  const hers = await callOf(house, her)
  await tie(her, sala, hers.id)
  return (await tied(house, sala)) !== hers.id
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'links/old-link-shows-him',
    class: 'links',
    as: 'trusted contact',
    name: 'starts a walk of his own with the code of hers that ended',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const codigo = oldCode()
      await start(her, codigo)
      await share(her, codigo, 19.4)
      await rpc(her, 'terminar_acompanamiento', { codigo })
      await start(her, oldCode())
      return hisPlaceBehind(house, codigo)
    },
  },
  {
    id: 'links/foreign-code-named',
    class: 'links',
    as: 'trusted contact',
    name: 'starts with the code of her walk while it goes on, and reads what the refusal prints',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const codigo = oldCode()
      await start(her, codigo)
      const { text, status } = await start(await house.member(), codigo)
      if (status < 300) return 'it was taken'
      return /codigo_hash|\\\\x|duplicate|23505/.test(text) ? text.slice(0, 120) : undefined
    },
  },
  {
    id: 'links/started-before-her-device',
    class: 'links',
    as: 'trusted contact',
    name: 'was sent the link while she had no network, and starts with its code before her device does',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const { codigo, secreto } = madeCode()
      const shown = await hisPlaceBehind(house, codigo)
      if (shown) return shown
      const { status } = await rpc(her, 'iniciar_acompanamiento', { codigo, horas: 1, secreto })
      return status === 200 ? undefined : 'her own walk cannot begin any more'
    },
  },
  {
    id: 'links/started-with-a-guess',
    class: 'links',
    as: 'trusted contact',
    name: 'gives a secret of his own with her code',
    async run(house) {
      const { codigo } = madeCode()
      const him = await house.member()
      await rpc(him, 'iniciar_acompanamiento', { codigo, horas: 1, secreto: madeCode().secreto })
      await share(him, codigo, 21.5)
      return (await opened(house, codigo))?.latitud === 21.5 ? 'her link shows his place as hers' : undefined
    },
  },
  {
    id: 'links/spent-for-a-day-only',
    class: 'links',
    as: 'trusted contact',
    name: 'waits until her walk is forgotten, and starts with its code then',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const codigo = oldCode()
      await start(her, codigo)
      await rpc(her, 'terminar_acompanamiento', { codigo })
      await house.sql('delete from interno.acompanamientos where user_id = $1', [her.id])
      return hisPlaceBehind(house, codigo)
    },
  },
  {
    id: 'links/spent-while-she-is-here-only',
    class: 'links',
    as: 'trusted contact',
    name: 'starts with the code of a member who has left',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const codigo = oldCode()
      await start(her, codigo)
      await house.sql('delete from auth.users where id = $1', [her.id])
      return hisPlaceBehind(house, codigo)
    },
  },
  {
    id: 'exhaustion/places-without-end',
    class: 'exhaustion',
    as: 'member',
    name: 'sends a hundred places of one walk in a moment',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      const codigo = oldCode()
      await start(him, codigo)
      let taken = 0
      for (let n = 0; n < 60; n += 1) if ((await share(him, codigo, 20 + n / 100)).status === 200) taken += 1
      return taken > 40 ? `${taken} places` : undefined
    },
  },
  {
    id: 'functions/tie-a-call-that-is-not-his',
    class: 'functions',
    as: 'member',
    name: 'ties the call that she made for one circle to another',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const sala = await circle(house)
      const call = await callOf(house, her)
      await tie(await house.member(), sala, call.id)
      return (await tied(house, sala)) === call.id ? 'her call stands where she did not put it' : undefined
    },
  },
  {
    id: 'rules/tie-while-suspended',
    class: 'rules',
    as: 'member',
    name: 'may not write in the circles, and holds them with calls instead',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const sala = await circle(house)
      const call = await callOf(house, him)
      await house.sql(
        `insert into public.suspensiones (user_id, motivo, hasta) values ($1, 'acoso', now() + interval '1 day')`,
        [him.id],
      )
      await tie(him, sala, call.id)
      return (await tied(house, sala)) === call.id ? 'his call is the circle’s' : undefined
    },
  },
  {
    id: 'rules/empty-call-holds-a-circle',
    class: 'rules',
    as: 'member',
    name: 'ties a call to a circle and goes away: nobody else can open one for two hours',
    broken: 'bd930d4',
    async run(house) {
      const { sala, call } = await hisTiedCall(house)
      await later(house, call.id, '5')
      return (await isKeptClosed(house, sala)) ? 'five minutes later the circle is closed' : undefined
    },
  },
  {
    id: 'rules/left-call-holds-a-circle',
    class: 'rules',
    as: 'member',
    name: 'enters his call once, leaves it, and keeps the circle closed',
    broken: 'bd930d4',
    async run(house) {
      const { him, sala, call } = await hisTiedCall(house)
      await enter(him, call.code)
      await him.fetch(`/rest/v1/presentes_llamada?user_id=eq.${him.id}`, { method: 'DELETE' })
      await later(house, call.id, '5')
      return (await isKeptClosed(house, sala)) ? 'nobody is in it and the circle is closed' : undefined
    },
  },
  {
    id: 'rules/pinging-alone-holds-a-circle',
    class: 'rules',
    as: 'member',
    name: 'sits in his call alone and says every few seconds that he is there',
    broken: 'bd930d4',
    async run(house) {
      const { him, sala, call } = await hisTiedCall(house)
      await enter(him, call.code)
      await later(house, call.id, '5')
      for (let n = 0; n < 3; n += 1) {
        await him.fetch(`/rest/v1/presentes_llamada?user_id=eq.${him.id}`, {
          method: 'PATCH',
          body: { visto_en: new Date(Date.now() + 86_400_000).toISOString() },
        })
      }
      return (await isKeptClosed(house, sala)) ? 'alone in it, he keeps the circle closed' : undefined
    },
  },
  {
    id: 'rules/full-of-his-accounts',
    class: 'rules',
    as: 'member',
    name: 'fills a call with four accounts of his: she can neither enter nor open another',
    broken: 'bd930d4',
    async run(house) {
      const { him, sala, call } = await hisTiedCall(house)
      await enter(him, call.code)
      for (let n = 0; n < 3; n += 1) await enter(await house.member(), call.code)
      const her = await house.member()
      const { status } = await enter(her, call.code)
      if (status === 200) throw new Error('the call is not full')
      return (await isKeptClosed(house, sala)) ? 'full, and the circle is closed' : undefined
    },
  },
  {
    id: 'rules/whom-she-blocked-holds-a-circle',
    class: 'rules',
    as: 'blocked member',
    name: 'waits in the circle’s call for her who blocked him: it is his or none',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const him = await house.blockedBy(her)
      const sala = await circle(house)
      const call = await callOf(house, him)
      await tie(him, sala, call.id)
      await enter(him, call.code)
      const hers = await callOf(house, her)
      await tie(her, sala, hers.id)
      return (await tied(house, sala)) === hers.id ? undefined : 'she is shut out of calls in that circle'
    },
  },
  {
    id: 'rules/in-every-call-at-once',
    class: 'rules',
    as: 'member',
    name: 'is in the calls of three circles at the same time',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 3; n += 1) await enter(him, (await callOf(house, him)).code)
      const rows = await house.sql('select from public.presentes_llamada where user_id = $1', [him.id])
      return rows.length > 1 ? `present in ${rows.length} calls` : undefined
    },
  },
  {
    id: 'rules/stays-in-the-call-when-suspended',
    class: 'rules',
    as: 'member',
    name: 'was suspended while in a call, and stays in it',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      await enter(him, (await callOf(house, him)).code)
      await house.sql(
        `insert into public.suspensiones (user_id, motivo, hasta) values ($1, 'acoso', now() + interval '1 day')`,
        [him.id],
      )
      const { json } = await him.fetch(`/rest/v1/presentes_llamada?user_id=eq.${him.id}&select=id`, {
        method: 'PATCH',
        headers: { prefer: 'return=representation' },
        body: { visto_en: new Date().toISOString() },
      })
      return json?.length > 0 ? 'he is still there' : undefined
    },
  },
  {
    id: 'rules/takes-the-place-of-a-call-that-goes-on',
    class: 'rules',
    as: 'member',
    name: 'ties his own call over one in which two women talk',
    async run(house) {
      const { him: her, sala, call } = await hisTiedCall(house)
      const friend = await house.member()
      await enter(her, call.code)
      await enter(friend, call.code)
      await later(house, call.id, '30')
      await her.fetch(`/rest/v1/presentes_llamada?user_id=eq.${her.id}`, {
        method: 'PATCH',
        body: { visto_en: new Date().toISOString() },
      })
      return (await isKeptClosed(house, sala)) ? undefined : 'the circle leads to his call, not to theirs'
    },
  },
  {
    id: 'functions/ties-without-end',
    class: 'functions',
    as: 'member',
    name: 'ties a new call as soon as the last one gives way, so that the circle is always his',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      const sala = await circle(strict)
      let ties = 0
      for (let n = 0; n < 5; n += 1) {
        const call = await callOf(strict, him)
        await tie(him, sala, call.id)
        if ((await tied(strict, sala)) === call.id) ties += 1
        await strict.sql('update public."Salas" set esta_activa = false where id = $1', [call.id])
      }
      return ties > 4 ? `${ties} times within an hour` : undefined
    },
  },
]
