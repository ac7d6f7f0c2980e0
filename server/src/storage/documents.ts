import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { noRoom, tooBusy, unreadableFile } from './errors.ts'

/** Sound and documents that can be written anew; `clean/` has one writer for each. */
const CLEANED = new Set([
  ...['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/aac', 'audio/flac', 'application/pdf'],
])
/** An hour of sound takes seconds; a file that takes longer was made to. */
const TIMEOUT_MS = 120_000
/** Of the process that reads one file: a document is held in memory whole, a sound is not. */
const MEMORY_MB = 256
const MOST_WAITING = 10

/** Whether files of this type can be written anew. */
export function isCleanable(type: string): boolean {
  return CLEANED.has(type)
}

/**
 * Writes a sound or a document anew, without what tells who made it, where, when and with what.
 * @param type what its bytes say it is
 * @throws ApiError 422 when it is broken, locked or another kind than it says; 503 when too many are waiting
 */
export async function rewriteDocument(source: string, target: string, type: string): Promise<void> {
  await takeTurn()
  try {
    const code = await clean(source, target, type)
    if (code === 4) throw noRoom()
    if (code !== 0) throw unreadableFile()
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    endTurn()
  }
}

/** @returns the exit code; null where the process was ended */
function clean(source: string, target: string, type: string): Promise<number | null> {
  // As source under the tests, bundled beside this file otherwise.
  const isSource = import.meta.url.endsWith('.ts')
  const program = fileURLToPath(new URL(isSource ? './clean/cleaner.ts' : './cleaner.js', import.meta.url))
  const flags = [`--max-old-space-size=${MEMORY_MB}`, ...(isSource ? ['--import', 'tsx'] : [])]
  const child = spawn(process.execPath, [...flags, program, source, target, type], {
    // An empty environment: none of the server's settings and secrets.
    env: {},
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

const waiting: (() => void)[] = []
let isRunning = false

/** One at a time: they come from the team, and each may take a processor. */
async function takeTurn(): Promise<void> {
  if (!isRunning) {
    isRunning = true
    return
  }
  if (waiting.length >= MOST_WAITING) throw tooBusy()
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else isRunning = false
}
