import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Below this score of zxcvbn a password falls to a patient guesser: fewer than a million attempts. */
const LOWEST_SCORE = 2
/** Beyond this length nothing is easy to guess that its beginning does not already show, and the search takes long. */
const READ = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * Whether a password is among the common ones, or made of what everybody tries first: a word, a name, a year, a row of the keyboard.
 * @param hints what a guesser would know of her; the parts of an address count each
 */
export async function isEasyToGuess(password: string, hints: readonly string[]): Promise<boolean> {
  estimator ??= makeEstimator()
  const known = hints
    .flatMap((hint) => [hint, ...hint.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  return (await estimator).check(password.slice(0, READ), known.slice(0, 20)).score < LOWEST_SCORE
}

/** The word lists take tens of megabytes, so they are read when the first password is set. */
async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ])
  const {
    'commonWords-es-es': words,
    'firstnames-es-es': names,
    'months-es-es': months,
    'daysOfWeek-es-es': days,
  } = spanish.dictionary
  return new Factory({
    dictionary: { passwords: common.dictionary['passwords-common'], words, names, months, days },
    graphs: common.adjacencyGraphs,
    maxLength: READ,
  })
}
