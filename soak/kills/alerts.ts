import { startTestPostgres } from '../../server/testing/postgres.ts'
import { localPushService } from '../../server/testing/pushService.ts'
import { localRelay } from '../../server/testing/smtpRelay.ts'
import { Killing, MOMENTS } from '../../tests/helpers/alarmaKills.ts'
import type { Tally } from '../tally.ts'

const ALERTS = Number(process.env.SOAK_ALERTS ?? 10_000)
const KILLS = Number(process.env.SOAK_ALERT_KILLS ?? 20)

/** A server that is killed at twenty moments of an alert, and under many alerts: none is lost, and no state is ahead of its proof. */
export async function killDuringAlerts(tally: Tally): Promise<void> {
  const [postgres, relay, push] = await Promise.all([startTestPostgres(), localRelay(), localPushService()])
  const killing = await Killing.start({ postgres, relay, push })
  try {
    for (const moment of MOMENTS) {
      const wrong = await killing.around(moment)
      tally.check(`killed while ${moment.at} is ${moment.how}`, wrong.length === 0, wrong.join(', '))
    }
    const { lost, ahead, seconds, twice } = await killing.flood(ALERTS, KILLS)
    tally.check(`${ALERTS} alerts, ${KILLS} kills: lost`, lost === 0, String(lost))
    tally.check('states ahead of their proof', ahead === 0, String(ahead))
    console.log(`       ${seconds} s; ${twice} messages were sent twice`)
  } finally {
    await killing.end()
  }
}
