/**
 * Several servers on one database, each of which sends. Ten thousand messages that are due, with two and with four senders: each handed
 * over once; then while one of them is killed every second: none lost, and what comes twice within its bound. At last endings and new
 * alerts at once: nobody reads last that it is over. SOAK_SENDERS="2,4", SOAK_MESSAGES=10000.
 */
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestPostgres } from '../server/testing/postgres.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { AT_HAND, AT_HAND_UNKEYED, type Outcome, Senders } from '../tests/helpers/senders.ts'
import { Tally } from './tally.ts'

const MEMBERS = Math.ceil(Number(process.env.SOAK_MESSAGES ?? 10_000) / 4)
const COUNTS = (process.env.SOAK_SENDERS ?? '2,4').split(',').map(Number)

const tally = new Tally()
const [postgres, relay, push] = await Promise.all([startTestPostgres(), localRelay(), localPushService()])
const senders = await Senders.start({ postgres, relay, push })
const tell = ({ due, seconds, kills, twice, unanswered }: Outcome) =>
  `${due} in ${seconds} s, ${kills} kills; twice: ${Object.entries(twice)
    .map(([way, times]) => `${way} ${times}`)
    .join(', ')}; not told in time ${unanswered}; load ${loadavg()[0]?.toFixed(1)}`

for (const count of COUNTS) {
  const quiet = await senders.members(MEMBERS)
  await senders.press(quiet)
  await senders.run(count)
  const once = await senders.deliver(quiet, { kills: 0, waitsOut: true })
  const sum = Object.values(once.twice).reduce((all, times) => all + times, 0)
  tally.check(`${count} senders, each message once`, once.lost + once.ahead + sum === 0, tell(once))
  await senders.stop()

  const members = await senders.members(MEMBERS)
  await senders.press(members)
  await senders.run(count)
  const killed = await senders.deliver(members, { kills: Number.POSITIVE_INFINITY, waitsOut: true })
  const { twice, kills, lost, ahead, untold } = killed
  tally.check(`${count} senders, one killed every second: lost`, lost + ahead === 0, tell(killed))
  tally.check(
    'what came twice',
    twice.sms === 0 &&
      untold === 0 &&
      twice.whatsapp <= kills * AT_HAND_UNKEYED &&
      Math.max(twice.correo, twice.push) <= kills * AT_HAND,
    `within its bound (${kills} kills, ${AT_HAND_UNKEYED} of each by WhatsApp, ${AT_HAND} by mail and by push)`,
  )

  await senders.close(members)
  await delay(100)
  await senders.press(members)
  const anew = await senders.deliver(members, { kills: 10, waitsOut: true })
  const misled = senders.misled(members)
  tally.check(
    `${count} senders, ended and pressed anew: read last that it is over`,
    misled.length === 0,
    `${misled.length}, ${anew.seconds} s, ${anew.kills} kills`,
  )
  await senders.stop()
}
await senders.end()
tally.end()
