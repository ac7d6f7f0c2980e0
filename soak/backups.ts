/**
 * Twenty times: an installation is backed up while rows and pictures are written, PostgreSQL is killed at once, and the file is restored
 * elsewhere. Every row and picture that was acknowledged by the moment of the backup must be there, and nothing may be damaged.
 */
import { newKeys } from '../server/src/backups.ts'
import { postmasterFile } from '../server/src/postgres/leftovers.ts'
import { backupRound, openFolder } from '../server/testing/backupRound.ts'
import { startHarness } from '../server/testing/storage.ts'
import { spread, Tally } from './tally.ts'

const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 20)

const tally = new Tally()
const harness = await startHarness()
const place = await openFolder()
const keys = await newKeys()
const total = { rows: 0, pictures: 0, later: 0 }
const lost: string[] = []
const unsound: string[] = []
const times: number[] = []

for (let round = 1; round <= ROUNDS; round += 1) {
  // Its supervisor starts it again, and the next round finds it recovered.
  const pid = (await postmasterFile(`${harness.dataDir}/postgres/data`))!.pid
  const began = performance.now()
  const found = await backupRound(harness, { folder: place.folder, tag: `r${round}`, keys }, () =>
    process.kill(pid, 'SIGKILL'),
  )
  times.push(performance.now() - began)
  total.rows += found.rows
  total.pictures += found.pictures
  total.later += found.later
  lost.push(...found.lostRows, ...found.lostPictures)
  const { damage, missingFiles, wasChecked } = found.restored
  if (damage.length > 0 || missingFiles > 0 || !wasChecked)
    unsound.push(
      `round ${round}: ${damage[0] ?? `${missingFiles} files are missing, checked: ${wasChecked}`}`,
    )
  await back(pid)
}

tally.check(
  `${ROUNDS} backups, rows and pictures acknowledged by their moment`,
  total.rows > 0 && total.pictures > 0,
  `${total.rows} and ${total.pictures}, ${total.later} rows after it`,
)
tally.check('of these lost', lost.length === 0, `${lost.length}${lost[0] ? `, such as ${lost[0]}` : ''}`)
tally.check('amcheck and files', unsound.length === 0, unsound[0] ?? 'sound in every round')
console.log(`       a round: ${spread(times)}`)
await harness.close()
await place.dispose()
tally.end()

/** Waits until the killed PostgreSQL runs again. */
async function back(killed: number): Promise<void> {
  for (;;) {
    const now = await postmasterFile(`${harness.dataDir}/postgres/data`)
    if (now?.ready && now.pid !== killed) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
