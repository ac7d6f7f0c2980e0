import { type SpawnOptions, spawn } from 'node:child_process'
import path from 'node:path'

/** Root of the repository, or of a release: two folders above `tools/lib`, and above `server/dist`, where this is bundled. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Whether this runs from a bundle in `server/dist` (`lib/build.ts`), or from its source through tsx. */
export const isBuilt = import.meta.url.endsWith('.js')

/**
 * Runs a program to its end with this terminal.
 * @returns its exit code
 */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)))
  })
}

/** Runs a program to its end and keeps what it prints. */
export function capture(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Ends the program with one line. */
export function fail(message: string): never {
  console.error(`\n${message}\n`)
  process.exit(1)
}
