import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { heapFlags } from './supervisor.ts'

const KEPT = pathToFileURL(path.join(import.meta.dirname, 'worker.ts')).href

/** A process with the policy, which then does what `fault` says. */
function run(fault: string): Promise<{ code: number | null; output: string }> {
  const program = `
    import { endOnErrors } from ${JSON.stringify(KEPT)}
    const log = {
      fatal: ({ err }, kind) => console.error(kind + ': ' + err.name),
      flush: (done) => setTimeout(() => { console.error('flushed'); done() }, 10),
    }
    endOnErrors(() => log)
    setInterval(() => {}, 1000)
    ${fault}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

it.each([
  ['uncaught exception', `setTimeout(() => { throw new TypeError('her secret') })`],
  ['unhandled rejection', `Promise.reject(new TypeError('her secret'))`],
])(
  'after an %s it is written down, without what the error says, and the process ends',
  async (kind, fault) => {
    const { code, output } = await run(fault)
    expect(code).toBe(1)
    expect(output).toContain(`${kind}: TypeError`)
    expect(output).toContain('flushed')
    expect(output).not.toContain('her secret')
  },
)

it('has an end to its heap, unless the operator has said which', () => {
  expect(heapFlags({})).toEqual(['--max-old-space-size=512'])
  expect(heapFlags({ NODE_OPTIONS: '--max-old-space-size=2048' })).toEqual([])
  expect(heapFlags({ NODE_OPTIONS: '--no-warnings --max_old_space_size=96' })).toEqual([])
})
