import { parentPort, threadId } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es'

interface Question {
  id: number
  password: string
  hints: string[]
}

/**
 * The thread that estimates how long a password holds: the search takes tenths of a second for one that was made to take
 * long, and while it runs in the event loop nobody is served.
 * Asked `{ id, password, hints }`, answers `{ id, score, thread }`.
 */
const estimator = new ZxcvbnFactory({
  dictionary: {
    passwords: common['passwords-common'],
    words: spanish['commonWords-es-es'],
    names: spanish['firstnames-es-es'],
    months: spanish['months-es-es'],
    days: spanish['daysOfWeek-es-es'],
  },
  graphs: adjacencyGraphs,
})

parentPort?.on('message', ({ id, password, hints }: Question) => {
  const { score } = estimator.check(password, hints)
  parentPort?.postMessage({ id, score, thread: threadId })
})
