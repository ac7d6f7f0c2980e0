import { execFile } from 'node:child_process'
import { chown } from 'node:fs/promises'

import { LauncherError } from './errors.ts'

/** The system account that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The account to run PostgreSQL as when we are root; undefined when we are not, and it simply runs as ourselves.
 * A dedicated account comes first; `nobody` is shared with other programs, so last.
 * @param product the account of its own that there may be
 * @throws LauncherError `no_account` when root finds none of the known accounts
 */
export async function unprivilegedAccount(product: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of [product, 'postgres', 'nobody']) {
    const ids = await output('/bin/sh', ['-c', 'id -u "$0" && id -g "$0"', name])
    const [uid, gid] = ids.split('\n').map(Number)
    if (uid && gid) return { uid, gid }
  }
  throw new LauncherError(
    'no_account',
    `PostgreSQL no puede funcionar como root y no hay otra cuenta que usar: crea una con «useradd --system ${product}».`,
  )
}

/** Whether the account can pass through `folder` and read it, links and parents included. Root's own rights do not count. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  return new Promise((resolve) => {
    // Asked by trying: modes, access lists and mount options all have their say.
    const command = 'cd "$0" && test -x .'
    execFile('/bin/sh', ['-c', command, folder], { ...account, cwd: '/' }, (error) => resolve(!error))
  })
}

/** Gives a file or folder of ours to the account. */
export async function give(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/**
 * Environment and place for a PostgreSQL program: nothing of ours leaks in (`PGDATA`, `PGPORT`, secrets), and messages
 * come in one language so that we can recognise them.
 */
export function spawnOptions(account: Account | undefined) {
  const { PATH, SystemRoot, TEMP } = process.env
  return { ...account, cwd: '/', env: { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' } }
}

function output(file: string, args: string[]): Promise<string> {
  return new Promise((resolve) => execFile(file, args, (_error, stdout) => resolve(stdout)))
}
