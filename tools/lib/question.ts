import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { fail } from './run.ts'

/**
 * The operator's private key: from a file, from what is piped in, or typed.
 * @param file `-` is what is piped in
 * @returns undefined where nobody can be asked
 */
export async function privateKeyFrom(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return typedKey()
  const text = textOf(file)
  // The file may say more: what `--new-key` printed, or age's own comments.
  return /AGE-SECRET-KEY-\S+/.exec(text)?.[0] ?? fail(`En ${file} no hay ninguna línea AGE-SECRET-KEY-1….`)
}

async function typedKey() {
  if (!process.stdin.isTTY) return undefined
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await ask.question('La copia está cifrada. Pega su llave privada (AGE-SECRET-KEY-1…): ')
  ask.close()
  return answer.trim() || undefined
}

function textOf(file: string) {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    return fail(`No se puede leer ${file}.`)
  }
}
