import { randomUUID } from 'node:crypto'

/** @typedef {import('./house.mjs').House} House @typedef {import('./house.mjs').Person} Person */

/** A story of hers that everybody reads. @param {House} house @param {Person} her */
async function published(house, her) {
  const titulo = `Lo que nadie sabe ${randomUUID()}`
  const { data, error } = await her.client
    .from('historias')
    .insert({ titulo, contenido: 'Un martes.', anonima: true })
    .select('id')
    .single()
  if (error) throw error
  await house.sql(`update interno.historias set estado = 'publicada', publicada_en = now() where id = $1`, [
    data.id,
  ])
  return { id: data.id, titulo }
}

/** Deletes her account, by whichever call the version has. @param {House} house @param {Person} her */
const leave = (house, her) => house.sql('delete from auth.users where id = $1', [her.id])

/** A message that she reported, and her report. @param {House} house @param {Person} her */
async function reported(house, her) {
  const [message] = await house.sql(
    `insert into public.mensajes_sala (sala_id, user_id, contenido)
     select (select id from public.salas_comunidad where visible order by nombre limit 1), $1, 'Hola a todas' returning id`,
    [(await house.member()).id],
  )
  const { error } = await her.client
    .from('reportes_sala')
    .insert({ mensaje_id: message?.id, motivo: 'acoso' })
  if (error) throw error
  const [report] = await house.sql('select id, mensaje_id from public.reportes_sala where mensaje_id = $1', [
    message?.id,
  ])
  return /** @type {{ id: string, mensaje_id: string }} */ (report)
}

/** @param {Person} him @param {string} id */
const isThere = async (him, id) =>
  (await him.fetch(`/rest/v1/historias?select=id&id=eq.${id}`)).json.length > 0

/**
 * Finding out who wrote a story from what changes when an account is deleted.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'oracles/story-that-leaves-with-her',
    class: 'oracles',
    as: 'member',
    name: 'looks which anonymous story is gone in the moment in which her name is',
    broken: 'bd930d4',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const story = await published(house, her)
      await leave(house, her)
      return (await isThere(him, story.id)) ? undefined : 'the story that went was hers'
    },
  },
  {
    id: 'oracles/story-that-the-team-sees-leave',
    class: 'oracles',
    as: 'leaked admin',
    name: 'looks which rejected anonymous story is gone when she leaves, with the admin’s session',
    broken: 'bd930d4',
    async run(house) {
      const [her, admin] = [await house.member(), await house.admin()]
      const story = await published(house, her)
      await house.sql(`update interno.historias set estado = 'rechazada', motivo = 'x' where id = $1`, [
        story.id,
      ])
      await leave(house, her)
      return (await isThere(admin, story.id)) ? undefined : 'the story that went was hers'
    },
  },
  {
    id: 'oracles/review-that-leaves-with-her',
    class: 'oracles',
    as: 'member',
    name: 'looks which review is gone in the moment in which her name is',
    broken: 'bd930d4',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const [therapist] = await house.sql(
        `insert into public.directorio_terapeutas (nombre) values ('Doctora') returning id`,
      )
      const { error } = await her.client
        .from('reseñas_terapeutas')
        .insert({ terapeuta_id: therapist?.id, user_id: her.id, comentario: 'Me gritó', puntuacion: 1 })
      if (error) throw error
      await leave(house, her)
      const { json } = await him.fetch(
        `/rest/v1/${encodeURIComponent('reseñas_terapeutas')}?select=comentario&terapeuta_id=eq.${therapist?.id}`,
      )
      return json.length > 0 ? undefined : 'the review that went was hers'
    },
  },
  {
    id: 'oracles/report-that-leaves-with-her',
    class: 'oracles',
    as: 'leaked admin',
    name: 'looks in the team’s queue which report is gone in the moment in which her name is',
    async run(house) {
      const [her, admin] = [await house.member(), await house.admin()]
      const report = await reported(house, her)
      await leave(house, her)
      const { json } = await admin.fetch(
        `/rest/v1/reportes_sala?select=id&mensaje_id=eq.${report.mensaje_id}`,
      )
      return json.length > 0 ? undefined : 'the report that went was hers'
    },
  },
  {
    id: 'live doors/report-that-moves-with-her',
    class: 'live doors',
    as: 'leaked admin',
    name: 'hears live which report goes, or changes, in the moment in which somebody leaves',
    async run(house) {
      const [her, admin] = [await house.member(), await house.admin()]
      const report = await reported(house, her)
      /** @type {string[]} */
      const heard = []
      await admin.client.realtime.setAuth(admin.token)
      const channel = admin.client.channel(`revision:${randomUUID()}`, { config: { private: true } })
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'reportes_sala' }, (change) => {
        heard.push(JSON.stringify(change))
      })
      const refused = await new Promise((resolve) =>
        channel.subscribe((status, failure) => {
          if (status === 'SUBSCRIBED') resolve(undefined)
          else if (status !== 'CLOSED') resolve(failure ?? new Error(status))
        }),
      )
      if (refused) throw refused
      // Another report shows that she is heard at all; then nothing may come but the next one.
      const first = await reported(house, await house.member())
      if (!(await house.until(async () => heard.some((change) => change.includes(first.id)))))
        throw new Error('no change arrives at all')
      await leave(house, her)
      const last = await reported(house, await house.member())
      await house.until(async () => heard.some((change) => change.includes(last.id)))
      await admin.client.removeAllChannels()
      return heard.some((change) => change.includes(report.id)) ? 'the report that moved was hers' : undefined
    },
  },
  {
    id: 'live doors/deletion-that-names-her',
    class: 'live doors',
    as: 'member',
    name: 'hears a live deletion with her id when she leaves',
    broken: 'bd930d4',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      // She has a row in `senales`: she once blocked somebody.
      const { error } = await her.client.from('bloqueos').insert({ bloqueada_id: him.id })
      if (error) throw error
      /** @type {string[]} */
      const heard = []
      const tables = ['senales', 'mensajes_sala', 'presentes_llamada', 'reportes_sala', 'salas_comunidad']
      await him.client.realtime.setAuth(him.token)
      /** @param {boolean} isPrivate @returns {Promise<Error | undefined>} why he was not let in */
      const listen = (isPrivate) =>
        new Promise((resolve) => {
          const channel = him.client.channel(`mensajes:${randomUUID()}`, { config: { private: isPrivate } })
          for (const table of tables) {
            channel.on('postgres_changes', { event: 'DELETE', schema: 'public', table }, (change) => {
              heard.push(JSON.stringify(change))
            })
          }
          channel.subscribe((status, failure) => {
            if (status === 'SUBSCRIBED') resolve(undefined)
            else if (status !== 'CLOSED') resolve(failure ?? new Error(status))
          })
        })
      // In the open, and where that is refused by the door of members.
      const refused = (await listen(false)) && (await listen(true))
      if (refused) throw refused
      // Its first change may come before it listens.
      await house.until(async () => false, 500)
      await leave(house, her)
      const named = await house.until(async () => heard.find((change) => change.includes(her.id)), 3_000)
      await him.client.removeAllChannels()
      return named ? `her id in ${named.slice(0, 120)}` : undefined
    },
  },
  {
    id: 'oracles/stories-that-leave-together',
    class: 'oracles',
    as: 'member',
    name: 'looks which stories come down together after somebody left',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const stories = [await published(house, her), await published(house, her)]
      await leave(house, her)
      await house.sql('select interno.retirar_escritos()')
      const left = await Promise.all(stories.map(({ id }) => isThere(him, id)))
      return left.includes(true) ? undefined : 'both went in the same minute: one author'
    },
  },
  {
    id: 'oracles/story-whose-author-left',
    class: 'oracles',
    as: 'member',
    name: 'sends a story under the id of another and sees by the answer whether its author has left',
    async run(house) {
      const [gone, stays, him] = [await house.member(), await house.member(), await house.member()]
      const [left, kept] = [await published(house, gone), await published(house, stays)]
      await leave(house, gone)
      const ask = async (/** @type {string} */ id) => {
        const { status, json } = await him.fetch('/rest/v1/historias', {
          method: 'POST',
          body: { id, titulo: 'x', contenido: 'x' },
        })
        return `${status} ${json?.message} ${json?.details}`.replaceAll(id, '')
      }
      const [first, second] = [await ask(left.id), await ask(kept.id)]
      return first !== second ? `«${first}» where she left, «${second}» where she is` : undefined
    },
  },
  {
    id: 'rules/story-without-an-owner',
    class: 'rules',
    as: 'member',
    name: 'takes back a story whose author let it stay when she left',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const story = await published(house, her)
      await house.sql('insert into interno.historias_al_irse values ($1, true)', [her.id])
      await leave(house, her)
      await him.fetch(`/rest/v1/historias?id=eq.${story.id}`, { method: 'DELETE' })
      const rows = await house.sql('select from interno.historias where id = $1', [story.id])
      return rows.length === 0 ? 'her story is gone' : undefined
    },
  },
]
