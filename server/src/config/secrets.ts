import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokens } from '../tokens/tokens.ts'
import type { Secrets } from './serverConfig.ts'

/** Its name in the data folder. */
export const SECRETS_FILE = 'secrets.json'

/** Roles that this server signs in as; their passwords follow from the secret, so that processes that share it agree. */
export type LoginRole = 'authenticator' | 'supabase_auth_admin' | 'supabase_storage_admin'

/**
 * The secrets of this installation: read from the data folder, made there on first start (readable by its owner alone).
 * @param jwtSecret a secret given by settings, which then replaces the kept one
 */
export async function loadSecrets(dataDir: string, jwtSecret?: string): Promise<Secrets> {
  const file = path.join(dataDir, SECRETS_FILE)
  const kept = await readStored(file)
  const made = {
    jwtSecret: kept.jwtSecret ?? randomBytes(48).toString('base64url'),
    superuserPassword: kept.superuserPassword ?? randomBytes(32).toString('base64url'),
  }
  if (!kept.jwtSecret || !kept.superuserPassword)
    await writeAtomically(file, `${JSON.stringify(made, null, 2)}\n`)
  const secret = jwtSecret ?? made.jwtSecret
  const tokens = new Tokens(secret)
  const issued = { iss: 'supabase', iat: 1_700_000_000 }
  return {
    jwtSecret: secret,
    superuserPassword: made.superuserPassword,
    anonKey: await tokens.sign({ role: 'anon', ...issued }),
    serviceRoleKey: await tokens.sign({ role: 'service_role', ...issued }),
  }
}

/** @returns the password of a login role, 256 bits that only holders of the secret can compute */
export function rolePassword(secrets: Secrets, role: LoginRole): string {
  return createHmac('sha256', secrets.jwtSecret).update(`database role ${role}`).digest('base64url')
}

async function readStored(file: string): Promise<{ jwtSecret?: string; superuserPassword?: string }> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { jwtSecret?: string; superuserPassword?: string }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `No se puede leer ${file}: sin sus claves no se abre la base de datos. Restaura ese archivo.`,
      { cause: error },
    )
  }
}

async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, content, { mode: 0o600, flush: true })
  await rename(temporary, file)
}
