import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPostgres } from '../server/testing/postgres.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { Killing, MOMENTS, type Moment } from './testing/alarmaKills.ts'

/** `npm run proof -- alarm`. */
const IS_PROOF = process.env.AMPARO_PROOF === 'alarm'

let killing: Killing
beforeAll(async () => {
  const [postgres, relay, push] = await Promise.all([startTestPostgres(), localRelay(), localPushService()])
  killing = await Killing.start({ postgres, relay, push })
})
afterAll(() => killing?.end())

/** Of the twenty moments of the proof: one before, and one after, what the world sees. */
const SOME: Moment[] = [
  { at: 'abrir_alerta', how: 'unheard' },
  { at: 'registrar_codigos', how: 'undone' },
  { at: 'push', how: 'taken' },
  { at: 'anotar_envios', how: 'undone' },
]

it.each(IS_PROOF ? MOMENTS : SOME)(
  'a server that is killed while $at is $how: nothing is lost, no state ahead of its proof',
  { timeout: 120_000 },
  async (moment) => {
    expect(await killing.around(moment)).toEqual([])
  },
)

const ALERTS = Number(process.env.AMPARO_ALARM_ALERTS ?? 10_000)
const KILLS = Number(process.env.AMPARO_ALARM_KILLS ?? 20)

it.runIf(IS_PROOF)(
  `${ALERTS} alerts under ${KILLS} kills: none is lost, no state is ahead of its proof`,
  { timeout: 3_600_000 },
  async () => {
    const { lost, ahead, seconds, twice } = await killing.flood(ALERTS, KILLS)
    console.log(
      `${ALERTS} alerts, ${KILLS} kills, ${seconds} s: ${lost} lost, ${ahead} ahead of their proof, ${twice} sent twice`,
    )
    expect({ lost, ahead }).toEqual({ lost: 0, ahead: 0 })
  },
)
