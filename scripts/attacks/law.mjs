import { randomUUID } from 'node:crypto'
import { planted } from './house.mjs'

const TODAY = '2026-11-20'

/** @param {import('./house.mjs').House} house */
async function herAndHim(house) {
  return { her: await house.member(), him: await house.member() }
}

/**
 * Direct requests for her rows and for rights that are not the attacker's: what row level security and
 * triggers must refuse.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'rules/read-her-diary',
    class: 'rules',
    as: 'member',
    name: 'asks the data door for her diary',
    async run(house) {
      const { her, him } = await herAndHim(house)
      await planted(
        her.client.from('diario_personal').insert({ user_id: her.id, fecha: TODAY, contenido: 'solo mío' }),
      )
      const { json } = await him.fetch(`/rest/v1/diario_personal?user_id=eq.${her.id}`)
      return json.length > 0 ? `${json.length} entries of hers` : undefined
    },
  },
  {
    id: 'rules/write-into-her-diary',
    class: 'rules',
    as: 'member',
    name: 'adds an entry to her diary in her name',
    async run(house) {
      const { her, him } = await herAndHim(house)
      await him.fetch('/rest/v1/diario_personal', {
        method: 'POST',
        body: { user_id: her.id, fecha: TODAY, contenido: 'puesto por él' },
      })
      const rows = await house.sql('select from public.diario_personal where user_id = $1', [her.id])
      return rows.length > 0 ? 'an entry of his stands in her diary' : undefined
    },
  },
  {
    id: 'rules/give-a-contact-away',
    class: 'rules',
    as: 'member',
    name: 'plants a trusted contact with his own number by giving her one of his rows',
    async run(house) {
      const { her, him } = await herAndHim(house)
      const { id } = await house.contactOf(him)
      await him.fetch(`/rest/v1/contactos_emergencia?id=eq.${id}`, {
        method: 'PATCH',
        body: { user_id: her.id, telefono: '+525500000000' },
      })
      const rows = await house.sql('select from public.contactos_emergencia where user_id = $1', [her.id])
      return rows.length > 0 ? 'her first contact is his number' : undefined
    },
  },
  {
    id: 'rules/delete-her-appointments',
    class: 'rules',
    as: 'member',
    name: 'deletes her appointments',
    async run(house) {
      const { her, him } = await herAndHim(house)
      const row = { user_id: her.id, titulo: 'Cita con la abogada', fecha: TODAY }
      const { error } = await her.client.from('agenda_personal').insert(row)
      if (error) throw error
      await him.fetch(`/rest/v1/agenda_personal?user_id=eq.${her.id}`, { method: 'DELETE' })
      const rows = await house.sql('select from public.agenda_personal where user_id = $1', [her.id])
      return rows.length === 0 ? 'her appointment is gone' : undefined
    },
  },
  {
    id: 'rules/raise-his-plan',
    class: 'rules',
    as: 'member',
    name: 'writes himself the premium plan',
    async run(house) {
      const him = await house.member()
      await him.fetch(`/rest/v1/profiles?id=eq.${him.id}`, {
        method: 'PATCH',
        body: { tipo_plan: 'premium' },
      })
      const [row] = await house.sql('select tipo_plan from interno.perfiles_privados where id = $1', [him.id])
      return row?.tipo_plan === 'premium' ? 'premium without paying' : undefined
    },
  },
  {
    id: 'rules/see-her-payments',
    class: 'rules',
    as: 'member',
    name: 'reads what she pays',
    async run(house) {
      const { her, him } = await herAndHim(house)
      await house.sql(
        `insert into public.suscripciones (user_id, plan, estado, suscripcion_externa) values ($1, 'premium', 'activa', $2)`,
        [her.id, randomUUID()],
      )
      const { json } = await him.fetch(`/rest/v1/suscripciones?user_id=eq.${her.id}`)
      return json.length > 0 ? 'her plan' : undefined
    },
  },
  {
    id: 'rules/unadmitted-writes-a-diary',
    class: 'rules',
    as: 'not admitted',
    name: 'uses the house without ever answering the question at the door',
    async run(house) {
      const him = await house.notAdmitted()
      await him.fetch('/rest/v1/diario_personal', {
        method: 'POST',
        body: { user_id: him.id, fecha: TODAY, contenido: 'sin permiso' },
      })
      const rows = await house.sql('select from public.diario_personal where user_id = $1', [him.id])
      return rows.length > 0 ? 'a row of somebody who is not admitted' : undefined
    },
  },
  {
    id: 'functions/subscription-written-by-a-member',
    class: 'functions',
    as: 'member',
    name: 'calls what only the payment functions may call, and grants himself a plan',
    async run(house) {
      const him = await house.member()
      const { status } = await him.fetch('/rest/v1/rpc/suscripciones_por_cancelar', {
        method: 'POST',
        body: {},
      })
      return status === 200 ? 'reads whose subscriptions are to be ended' : undefined
    },
  },
  {
    id: 'functions/sixth-call-of-an-hour',
    class: 'functions',
    as: 'member',
    name: 'opens call after call until the provider has no rooms left',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      for (let call = 1; call <= 8; call += 1) {
        const { status } = await him.fetch('/functions/v1/create-daily-room', { method: 'POST', body: {} })
        if (status === 429) return undefined
      }
      return 'eight calls within an hour'
    },
  },
  {
    id: 'functions/call-without-admission',
    class: 'functions',
    as: 'not admitted',
    name: 'opens a call without being admitted',
    async run(house) {
      const him = await house.notAdmitted()
      const { status } = await him.fetch('/functions/v1/create-daily-room', { method: 'POST', body: {} })
      return status === 200 ? 'a room of his own' : undefined
    },
  },
]
