import { ApiError } from '../core/errors.ts'
import type { Condition } from './query.ts'

const LONGEST_PATTERN = 200
const LONGEST_LIKE = 1_000
const MOST_WILDCARDS = 8
const MOST_REPETITIONS = 8
const LARGEST_REPETITION = 50
const MOST_ALTERNATIVES = 20
const MOST_QUANTIFIED = 20

/**
 * Refuses patterns whose price PostgreSQL cannot foresee: back references, repetitions inside repetitions, look-around,
 * large counts (an expression is built out before it is run), many wildcards. What is left is matched in time
 * proportional to the text.
 * Source: PostgreSQL documentation, "POSIX Regular Expressions", "Limits and Compatibility".
 * @throws ApiError 400 `LS400`
 */
export function assertPattern({ operator, value, quantifier }: Condition): void {
  const isRegex = operator === 'match' || operator === 'imatch'
  if (!isRegex && operator !== 'like' && operator !== 'ilike') return
  const text = value as string
  if (quantifier && text.split(',').length > MOST_QUANTIFIED) {
    throw refused(`at most ${MOST_QUANTIFIED} patterns in one list`)
  }
  if (isRegex) assertRegex(text)
  else if (text.length > LONGEST_LIKE) throw refused(`a pattern of at most ${LONGEST_LIKE} characters`)
  else if ((text.match(/[*%]+/g)?.length ?? 0) > MOST_WILDCARDS) {
    throw refused(`at most ${MOST_WILDCARDS} wildcards in a pattern`)
  }
}

function assertRegex(text: string): void {
  if (text.length > LONGEST_PATTERN) throw refused(`a pattern of at most ${LONGEST_PATTERN} characters`)
  // Directors (`***:`) and options (`(?x)`) change what all the rest means; look-around is matched again at every place.
  if (text.startsWith('***') || /\(\?(?!:)/.test(text))
    throw refused('no options and no look-around in a pattern')
  if (/\\[1-9]/.test(text)) throw refused('no back references in a pattern')
  const bare = text.replace(/\\./gs, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'x')
  if ((bare.match(/\|/g)?.length ?? 0) > MOST_ALTERNATIVES) {
    throw refused(`at most ${MOST_ALTERNATIVES} alternatives in a pattern`)
  }
  const repetitions = bare.match(/[*+?]|\{\d[^}]*\}/g) ?? []
  if (repetitions.length > MOST_REPETITIONS)
    throw refused(`at most ${MOST_REPETITIONS} repetitions in a pattern`)
  for (const repetition of repetitions) {
    if ((repetition.match(/\d+/g) ?? []).some((count) => Number(count) > LARGEST_REPETITION)) {
      throw refused(`repetitions of at most ${LARGEST_REPETITION} times in a pattern`)
    }
  }
  assertNoNesting(bare)
}

/** `(a+)+`: a group that holds a repetition may not be repeated itself. */
function assertNoNesting(bare: string): void {
  const groups: { repeats: boolean }[] = [{ repeats: false }]
  for (let i = 0; i < bare.length; i++) {
    const letter = bare[i]!
    if (letter === '(') {
      if (bare.startsWith('(?:', i)) i += 2
      groups.push({ repeats: false })
    } else if (letter === ')') {
      const group = groups.length > 1 ? groups.pop()! : { repeats: false }
      const isRepeated = /[*+{]/.test(bare[i + 1] ?? '')
      if (isRepeated && group.repeats) throw refused('no repetition inside a repetition in a pattern')
      if (group.repeats || isRepeated) groups.at(-1)!.repeats = true
    } else if (letter === '*' || letter === '+' || letter === '{') groups.at(-1)!.repeats = true
  }
}

function refused(wanted: string): ApiError {
  return new ApiError(400, 'LS400', `The filter is too expensive: ${wanted}`)
}
