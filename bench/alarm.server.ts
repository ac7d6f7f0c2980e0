// One server of the alarm's benchmark: built, with ways that end at the providers of its parent. Opens alerts when told.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'

const { startAmparo } = await built()
const { server } = await startAmparo({ staticDir: null })
const { address, owner } = server.database
/** Alerts arrive by as many connections as the server keeps for what is urgent. */
const urgent = new pg.Pool({ ...address, ...owner, max: 6 })
const [settings] = await server.query<{ data: string }>(`select current_setting('data_directory') as data`)
tell({ url: server.url, data: settings?.data })

/** Each contact's two ways. */
export type Contacts = { push: { endpoint: string; p256dh: string; auth: string }; correo: string }[]

/** Who presses, and each contact's two ways. */
async function make(members: Contacts[]) {
  const ids: string[] = []
  for (const contacts of members) {
    const { id } = await server.createUser({
      email: `${randomUUID()}@ella.mx`,
      password: 'una-clave-bien-larga',
      confirmed: true,
      metadata: { username: 'Ana', identidad_genero: 'mujer cis' },
    })
    ids.push(id)
    for (const [n, { push, correo }] of contacts.entries()) {
      const telefono = `+5255${String(10_000_000 + n)}`
      const [made] = await server.query<{ id: string }>(
        `insert into public.contactos_emergencia (user_id, nombre, telefono, prioridad, activo)
         values ($1, 'Lucía', $2, $3, true) returning id`,
        [id, telefono, n + 1],
      )
      await server.query(
        `insert into interno.confianzas (contacto_id, user_id, estado, telefono, vence_en, respondida_en)
         values ($1, $2, 'acepto', $3, now() + interval '1 day', now())`,
        [made?.id, id, telefono],
      )
      await server.query(
        `insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
         values ($1, $2, 'push', $3, $4, $5, now()), ($1, $2, 'correo', $6, null, null, now())`,
        [made?.id, id, push.endpoint, push.p256dh, push.auth, correo],
      )
    }
  }
  return ids
}

process.on('message', async (message: 'stop' | 'usage' | { make?: Contacts[]; press?: string[] }) => {
  if (message === 'stop') {
    await urgent.end()
    await server.stop()
    process.exit(0)
  }
  if (message === 'usage') return tell(process.cpuUsage())
  if (message.make) tell({ ids: await make(message.make) })
  // All at once; each commits by itself. The moment is that of the commit, as nearly as one can say from outside.
  if (message.press) {
    const pressed = await Promise.all(
      message.press.map(async (id) => {
        await urgent.query(`select interno.levantar($1, gen_random_uuid(), 'boton', now(), 0)`, [id])
        return [id, Date.now()]
      }),
    )
    tell({ pressed })
  }
})
