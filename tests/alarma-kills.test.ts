import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPostgres } from '../server/testing/postgres.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { Killing, type Moment } from './helpers/alarmaKills.ts'

let killing: Killing
beforeAll(async () => {
  const [postgres, relay, push] = await Promise.all([startTestPostgres(), localRelay(), localPushService()])
  killing = await Killing.start({ postgres, relay, push })
})
afterAll(() => killing?.end())

/** Some of the twenty moments that `npm run soak -- kills` tries: one before, and one after, what the world sees. */
const SOME: Moment[] = [
  { at: 'abrir_alerta', how: 'unheard' },
  { at: 'registrar_codigos', how: 'undone' },
  { at: 'push', how: 'taken' },
  { at: 'anotar_envios', how: 'undone' },
]

it.each(SOME)(
  'a server that is killed while $at is $how: nothing is lost, no state ahead of its proof',
  { timeout: 120_000 },
  async (moment) => {
    expect(await killing.around(moment)).toEqual([])
  },
)
