import { hostileLoad } from './load/hostile.ts'
import { hourOfLife } from './load/hour.ts'
import { answerTimes } from './load/times.ts'
import { Tally } from './tally.ts'

/** What the server bears: the worst requests of ten members at once, an hour of ordinary life; and that no time of an answer tells anything. */
const PARTS = { hostile: hostileLoad, hour: hourOfLife, times: answerTimes }

/** `npm run soak -- load hostile`: one part alone. */
const wanted = process.argv[3]
const tally = new Tally()
for (const [name, part] of Object.entries(PARTS)) if (!wanted || wanted === name) await part(tally)
tally.end()
