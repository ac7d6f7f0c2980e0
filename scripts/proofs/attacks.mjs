import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { House } from '../attacks/house.mjs'
import { root } from '../lib/run.mjs'

/**
 * What an abuser, a stranger and a stolen phone try against the built server, and a table of how it went by class.
 * An attack fails this proof when it succeeds, and also when it could not be carried out.
 *
 * `AMPARO_ATTACKS=text` runs those whose id holds the text. `AMPARO_ATTACKED=DIR` attacks the built server of another checkout: an
 * older version, to see that an attack succeeds there (those marked with that version must), or one in which a fix was undone by hand.
 */
const LONGEST_MS = 300_000
const CLASSES = [
  ...['rules', 'oracles', 'accounts', 'sessions', 'stolen phone', 'live doors', 'storage', 'functions'],
  ...['links', 'exhaustion', 'uploads', 'headers', 'mail', 'device'],
]

const attacked = path.resolve(process.env.AMPARO_ATTACKED ?? root)
const wanted = process.env.AMPARO_ATTACKS ?? ''
/** Whether an older version is attacked: then what is marked as broken there has to succeed. */
const isOlder = process.env.AMPARO_ATTACKED_VERSION

/** @type {import('../attacks/house.mjs').Attack[]} */
const attacks = []
for (const file of (await readdir(path.join(root, 'scripts/attacks'))).sort()) {
  if (!file.endsWith('.mjs')) continue
  if (file === 'serve.mjs' || file === 'line.mjs') continue
  const module = await import(path.join(root, 'scripts/attacks', file))
  if (module.attacks) attacks.push(...module.attacks)
}
const ids = new Set()
for (const { id, class: kind } of attacks) {
  if (ids.has(id)) throw new Error(`Two attacks are called ${id}`)
  ids.add(id)
  if (!CLASSES.includes(kind)) throw new Error(`${id}: no class ${kind}`)
}

/** @type {Map<string, { withstood: number, succeeded: number, broken: number }>} */
const table = new Map(CLASSES.map((name) => [name, { withstood: 0, succeeded: 0, broken: 0 }]))
/** @type {string[]} */
const failures = []
const began = performance.now()

const house = await new House(attacked).open()
try {
  for (const attack of attacks.filter(({ id }) => id.includes(wanted))) {
    if (isOlder && attack.broken !== isOlder) continue
    await house.reopen()
    const started = performance.now()
    const row = /** @type {{ withstood: number, succeeded: number, broken: number }} */ (
      table.get(attack.class)
    )
    const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
    try {
      const achieved = await within(LONGEST_MS, attack.run(house))
      if (achieved === undefined) row.withstood += 1
      else row.succeeded += 1
      const isExpected = (achieved !== undefined) === Boolean(isOlder)
      console.log(`${isExpected ? '✓' : '✗'} ${attack.id} (${took()})${achieved ? `: ${achieved}` : ''}`)
      if (!isExpected) failures.push(`${attack.id}: ${achieved ?? `withstood at ${isOlder}`}`)
    } catch (error) {
      row.broken += 1
      failures.push(`${attack.id} could not be carried out: ${error}`)
      console.log(`? ${attack.id} (${took()}): ${error}`)
    }
  }
} finally {
  await house.close()
}

console.log('\nclass            withstood  succeeded  not carried out')
const total = { withstood: 0, succeeded: 0, broken: 0 }
for (const [name, row] of table) {
  console.log(line(name, row))
  for (const key of /** @type {const} */ (['withstood', 'succeeded', 'broken'])) total[key] += row[key]
}
console.log(line('all', total))
for (const failure of failures) console.log(`✗ ${failure}`)
const all = total.withstood + total.succeeded + total.broken
console.log(`attacks: ${all - failures.length} passed, ${failures.length} failed`)
console.log(`${((performance.now() - began) / 60_000).toFixed(1)} min`)
process.exit(failures.length > 0 || all === 0 ? 1 : 0)

/** @param {string} name @param {{ withstood: number, succeeded: number, broken: number }} row */
function line(name, { withstood, succeeded, broken }) {
  return `${name.padEnd(16)} ${[withstood, succeeded, broken].map((n) => String(n).padStart(9)).join('  ')}`
}

/**
 * @template T
 * @param {number} ms @param {Promise<T>} work
 * @returns {Promise<T>}
 */
async function within(ms, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${ms / 1000} s`)), ms)
  })
  return /** @type {Promise<T>} */ (Promise.race([work, late])).finally(() => clearTimeout(timer))
}
