import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { capture, root } from '../lib/run.mjs'

/**
 * `npm test` as a stranger runs it: in a fresh clone of the last commit, nothing tried twice, beside two processes that keep a processor busy
 * each. Ten times in a row; `AMPARO_WHOLE_RUNS=2` for fewer. What failed is printed, and each run's whole output kept in the folder named at
 * the end.
 */
const RUNS = Number(process.env.AMPARO_WHOLE_RUNS ?? 10)
const BUSY = 2

const outputs = await mkdtemp(path.join(tmpdir(), 'amparo-whole-'))
const busy = Array.from({ length: BUSY }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
)
let failed = 0
try {
  for (let run = 1; run <= RUNS; run++) {
    const folder = path.join(outputs, `clone-${run}`)
    await mkdir(folder)
    const cloned = await capture('git', ['clone', '--quiet', root, folder])
    if (cloned.code !== 0) throw new Error(cloned.output)
    const begun = performance.now()
    // As on a machine that is not a builder of releases: `CI` would try failed browser tests again.
    const { code, output } = await capture('npm', ['test'], {
      cwd: folder,
      env: { ...process.env, CI: '' },
    })
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
    await writeFile(path.join(outputs, `run-${run}.log`), output)
    await rm(folder, { recursive: true, force: true })
    if (code !== 0) failed++
    const summary = output.trimEnd().split('\n').at(-1)
    console.log(`${code === 0 ? '✓' : '✗'} run ${run}: ${minutes} minutes; ${summary}`)
    for (const line of output.split('\n').filter((line) => line.startsWith('✗'))) console.log(`  ${line}`)
  }
} finally {
  for (const { pid } of busy) if (pid) process.kill(pid)
}
console.log(`whole: ${RUNS - failed} passed, ${failed} failed; ${outputs}`)
process.exit(failed > 0 ? 1 : 0)
