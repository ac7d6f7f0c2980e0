import { randomUUID } from 'node:crypto'
import { planted } from './house.mjs'
import { Line } from './line.mjs'

/** @param {import('./house.mjs').House} house @param {string} [more] */
async function aCircle(house, more = 'visible') {
  const [sala] = await house.sql(
    `select id from public.salas_comunidad where ${more} order by nombre limit 1`,
  )
  return /** @type {{ id: string }} */ (sala).id
}

/**
 * A message of hers. @param {import('./house.mjs').House} house @param {string} userId @param {string} salaId
 */
async function aMessage(house, userId, salaId) {
  const id = randomUUID()
  await house.sql(
    `insert into public.mensajes_sala (id, sala_id, user_id, contenido) values ($1, $2, $3, 'Hola a todas')`,
    [id, salaId, userId],
  )
  return id
}

/**
 * Listens as somebody while something is deleted; a message that everybody may read, inserted afterwards,
 * marks the end.
 * @param {import('./house.mjs').House} house
 * @param {string | undefined} token @param {string} table @param {() => Promise<unknown>} happens
 * @returns {Promise<any[]>} deletions that were heard
 */
async function deletionsHeard(house, token, table, happens) {
  const [line, witness] = [await Line.open(house), await Line.open(house)]
  const other = await house.member()
  const salaId = await aCircle(house)
  try {
    await line.listen(token, table, 'DELETE')
    await witness.listen(other.token, 'mensajes_sala', 'INSERT')
    await happens()
    const last = await aMessage(house, other.id, salaId)
    const isOver = await witness.until(() =>
      witness.changes('INSERT').some(({ record }) => record.id === last),
    )
    if (!isOver) throw new Error('no change arrives at all')
    await line.ask('phoenix', 'heartbeat', {})
    return line.changes('DELETE')
  } finally {
    line.close()
    witness.close()
  }
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'live doors/not-admitted-hears-deletions',
    class: 'live doors',
    as: 'not admitted',
    name: 'hears live which messages are deleted, without having been admitted',
    broken: 'bd930d4',
    async run(house) {
      const [she, him] = [await house.member(), await house.notAdmitted()]
      const id = await aMessage(house, she.id, await aCircle(house))
      const heard = await deletionsHeard(house, him.token, 'mensajes_sala', () =>
        house.sql('delete from public.mensajes_sala where id = $1', [id]),
      )
      return heard.length > 0 ? `${heard.length} deletion: ${JSON.stringify(heard[0].old_record)}` : undefined
    },
  },
  {
    id: 'live doors/blocked-hears-her-deletions',
    class: 'live doors',
    as: 'blocked member',
    name: 'hears when she deletes messages that he cannot read any more',
    broken: 'bd930d4',
    async run(house) {
      const she = await house.member()
      const him = await house.blockedBy(she)
      const id = await aMessage(house, she.id, await aCircle(house))
      const heard = await deletionsHeard(house, him.token, 'mensajes_sala', () =>
        house.sql('delete from public.mensajes_sala where id = $1', [id]),
      )
      return heard.some(({ old_record: row }) => row.id === id) ? 'he hears what she deletes' : undefined
    },
  },
  {
    id: 'live doors/leaving-names-her',
    class: 'live doors',
    as: 'member',
    name: 'hears the id of a member in the instant in which she deletes her account',
    broken: 'bd930d4',
    async run(house) {
      const [she, him] = [await house.member(), await house.member()]
      await house.sql('insert into public.senales (user_id) values ($1) on conflict do nothing', [she.id])
      const heard = await deletionsHeard(house, him.token, 'senales', () =>
        house.sql('delete from auth.users where id = $1', [she.id]),
      )
      return JSON.stringify(heard).includes(she.id) ? 'who left, and when' : undefined
    },
  },
  {
    id: 'live doors/somebody-left',
    class: 'live doors',
    as: 'not admitted',
    name: 'hears that somebody deletes her account, whoever it is',
    broken: 'bd930d4',
    async run(house) {
      const [she, him] = [await house.member(), await house.notAdmitted()]
      await house.sql('insert into public.senales (user_id) values ($1) on conflict do nothing', [she.id])
      const heard = await deletionsHeard(house, him.token, 'senales', () =>
        house.sql('delete from auth.users where id = $1', [she.id]),
      )
      return heard.length > 0 ? 'the moment at which somebody left' : undefined
    },
  },
  {
    id: 'live doors/reports-settled',
    class: 'live doors',
    as: 'member',
    name: 'hears what becomes of reports that only the admin reads',
    broken: 'bd930d4',
    async run(house) {
      const [she, him] = [await house.member(), await house.member()]
      const mensaje = await aMessage(house, him.id, await aCircle(house))
      await planted(she.client.from('reportes_sala').insert({ mensaje_id: mensaje, motivo: 'acoso' }))
      const heard = await deletionsHeard(house, him.token, 'reportes_sala', () =>
        house.sql('delete from public.reportes_sala where mensaje_id = $1', [mensaje]),
      )
      return heard.length > 0 ? 'that he was reported' : undefined
    },
  },
  {
    id: 'live doors/public-channel',
    class: 'live doors',
    as: 'stranger',
    name: 'talks through a channel that no policy guards, with the key that every visitor has',
    broken: 'bd930d4',
    async run(house) {
      const [one, two] = [await Line.open(house), await Line.open(house)]
      try {
        const topic = `plaza-${randomUUID()}`
        await one.join(topic, undefined, {})
        await two.join(topic, undefined, {})
        one.send(`realtime:${topic}`, 'broadcast', {
          type: 'broadcast',
          event: 'x',
          payload: { dice: 'hola' },
        })
        const heard = await two.until(() => two.frames.find(({ event }) => event === 'broadcast'), 1_500)
        return heard ? 'a room of their own inside the house, unseen' : undefined
      } finally {
        one.close()
        two.close()
      }
    },
  },
  {
    id: 'live doors/public-presence',
    class: 'live doors',
    as: 'member',
    name: 'keeps a list of who is there in a channel without a policy',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const line = await Line.open(house)
      try {
        const topic = `lista-${randomUUID()}`
        await line.join(topic, him.token, { presence: { key: 'x', enabled: true } })
        const reply = await line.ask(`realtime:${topic}`, 'presence', {
          type: 'presence',
          event: 'track',
          payload: {},
        })
        return reply?.status === 'ok' ? 'presence outside of every rule' : undefined
      } finally {
        line.close()
      }
    },
  },
  {
    id: 'live doors/present-as-her',
    class: 'live doors',
    as: 'member',
    name: 'is present in a circle under a name that is hers',
    broken: 'bd930d4',
    async run(house) {
      const [she, him] = [await house.member(), await house.member()]
      const topic = `sala:${await aCircle(house)}`
      const line = await Line.open(house)
      try {
        await line.join(topic, him.token, { private: true, presence: { key: she.id, enabled: true } })
        await line.ask(`realtime:${topic}`, 'presence', { type: 'presence', event: 'track', payload: {} })
        const shown = await line.until(
          () => line.frames.find(({ event }) => event === 'presence_diff' || event === 'presence_state'),
          3_000,
        )
        return JSON.stringify(line.frames).includes(`"${she.id}":{"metas"`) && shown
          ? 'she seems to be there'
          : undefined
      } finally {
        line.close()
      }
    },
  },
  {
    id: 'live doors/follow-through-circles',
    class: 'live doors',
    as: 'member',
    name: 'recognises who is in two circles by the name under which she is present',
    async run(house) {
      const [she, him] = [await house.member(), await house.member()]
      const rooms = await house.sql(
        'select id from public.salas_comunidad where visible order by nombre limit 2',
      )
      const [hers, his] = [await Line.open(house), await Line.open(house)]
      try {
        const config = { private: true, presence: { key: '', enabled: true } }
        /** @type {string[]} */
        const names = []
        for (const { id } of rooms) {
          await his.join(`sala:${id}`, him.token, config)
          await hers.join(`sala:${id}`, she.token, config)
          await hers.ask(`realtime:sala:${id}`, 'presence', { type: 'presence', event: 'track', payload: {} })
          const diff = await his.until(() =>
            his.frames.find(
              ({ event, topic }) => event === 'presence_diff' && topic === `realtime:sala:${id}`,
            ),
          )
          names.push(...Object.keys(diff?.payload.joins ?? {}))
        }
        if (names.length < 2) throw new Error('nobody is seen')
        return names[0] === names[1] ? 'the same name in both' : undefined
      } finally {
        hers.close()
        his.close()
      }
    },
  },
  {
    id: 'live doors/socket-outlives-session',
    class: 'live doors',
    as: 'member',
    name: 'keeps the socket of a session that was closed everywhere',
    broken: 'bd930d4',
    async run(house) {
      const she = await house.member()
      const line = await Line.open(house)
      try {
        await line.join(`sala:${await aCircle(house)}`, she.token)
        await house.sql('delete from auth.sessions where user_id = $1', [she.id])
        await line.until(() => line.frames.find(({ event }) => event === 'phx_close'))
        await line.until(() => !line.isOpen)
        return line.isOpen ? 'a socket without a living session' : undefined
      } finally {
        line.close()
      }
    },
  },
  {
    id: 'exhaustion/presence-of-240-kilobytes',
    class: 'exhaustion',
    as: 'member',
    name: 'leaves 240 KB of presence in a circle, for every other member to be sent',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const topic = `sala:${await aCircle(house)}`
      const line = await Line.open(house)
      try {
        await line.join(topic, him.token, { private: true, presence: { key: '', enabled: true } })
        const payload = { x: 'x'.repeat(240_000) }
        const reply = await line.ask(`realtime:${topic}`, 'presence', {
          type: 'presence',
          event: 'track',
          payload,
        })
        return reply?.status === 'ok' ? '240 KB are kept and sent to all' : undefined
      } finally {
        line.close()
      }
    },
  },
  {
    id: 'exhaustion/idle-sockets',
    class: 'exhaustion',
    as: 'stranger',
    name: 'holds sockets on which nothing is ever joined',
    broken: 'bd930d4',
    async run(house) {
      const lines = await Promise.all(Array.from({ length: 10 }, () => Line.open(house)))
      try {
        await lines[0]?.until(() => {
          for (const line of lines) line.send('phoenix', 'heartbeat', {})
          return lines.every(({ isOpen }) => !isOpen)
        })
        const left = lines.filter(({ isOpen }) => isOpen).length
        return left > 0 ? `${left} sockets of nobody` : undefined
      } finally {
        for (const line of lines) line.close()
      }
    },
  },
  {
    id: 'exhaustion/large-joins-kept',
    class: 'exhaustion',
    as: 'member',
    name: 'joins channels with 200 KB of wishes each, which the server keeps',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const line = await Line.open(house)
      try {
        const small = `mensajes:${randomUUID()}`
        if (!(await line.join(small, him.token))) await line.join(small, him.token, {})
        let kept = 0
        for (let i = 0; i < 40 && line.isOpen; i++) {
          const topic = `mensajes:${randomUUID()}`
          const wish = [
            {
              event: 'INSERT',
              schema: 'public',
              table: 'mensajes_sala',
              filter: `contenido=eq.${'x'.repeat(200_000)}`,
            },
          ]
          const config = { postgres_changes: wish }
          if (await line.join(topic, him.token, { private: true, ...config })) kept += 1
          else if (line.isOpen && (await line.join(topic, him.token, config))) kept += 1
        }
        return kept >= 30 ? `${kept * 200} KB kept for one socket` : undefined
      } finally {
        line.close()
      }
    },
  },
  {
    id: 'exhaustion/frames-that-wait',
    class: 'exhaustion',
    as: 'stranger',
    name: 'lets 150 frames of 240 KB wait for one another',
    broken: 'bd930d4',
    async run(house) {
      const line = await Line.open(house)
      try {
        for (let i = 0; i < 150; i++)
          line.send('realtime:cola', 'phx_join', { config: { private: true }, x: 'x'.repeat(240_000) })
        const reply = await line.ask('phoenix', 'heartbeat', {})
        return reply?.status === 'ok' ? '36 MB wait, and the socket goes on' : undefined
      } finally {
        line.close()
      }
    },
  },
]
