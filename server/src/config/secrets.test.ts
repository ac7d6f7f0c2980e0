import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Tokens } from '../tokens/tokens.ts'
import { loadSecrets, rolePassword } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('loadSecrets', () => {
  it('makes secrets once and keeps them for their owner alone', async () => {
    const first = await loadSecrets(folder)
    const { mode, ino } = await stat(path.join(folder, 'secrets.json'))
    const second = await loadSecrets(folder)
    expect(second).toEqual(first)
    expect(mode & 0o777).toBe(0o600)
    expect((await stat(path.join(folder, 'secrets.json'))).ino, 'written once').toBe(ino)
    expect(Buffer.from(first.jwtSecret, 'base64url').length).toBeGreaterThanOrEqual(32)
  })

  it('completes a file that lacks one of them, and keeps the other', async () => {
    for (const [lacks, has] of [
      ['jwtSecret', 'superuserPassword'],
      ['superuserPassword', 'jwtSecret'],
    ] as const) {
      const file = path.join(folder, 'secrets.json')
      await writeFile(file, JSON.stringify({ [has]: 'kept since long ago, of thirty-two bytes' }))
      const secrets = await loadSecrets(folder)
      expect(secrets[has]).toBe('kept since long ago, of thirty-two bytes')
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
        [has]: 'kept since long ago, of thirty-two bytes',
        [lacks]: secrets[lacks],
      })
    }
  })

  it('makes other secrets for another installation', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'amparo-secrets-'))
    const [a, b] = await Promise.all([loadSecrets(folder), loadSecrets(other)])
    expect(a.jwtSecret).not.toBe(b.jwtSecret)
    expect(a.superuserPassword).not.toBe(b.superuserPassword)
    await rm(other, { recursive: true })
  })

  it('issues keys that say only their role', async () => {
    const secrets = await loadSecrets(folder)
    const tokens = new Tokens(secrets.jwtSecret)
    // Always the same, so that a key copied into a build stays good.
    expect(await tokens.verify(secrets.anonKey)).toEqual({
      role: 'anon',
      iss: 'supabase',
      iat: 1_700_000_000,
    })
    expect(await tokens.verify(secrets.serviceRoleKey)).toMatchObject({ role: 'service_role' })
  })

  it('lets a given secret win without touching the kept one', async () => {
    const kept = await loadSecrets(folder)
    const given = await loadSecrets(folder, 'x'.repeat(40))
    expect(given.jwtSecret).toBe('x'.repeat(40))
    expect(given.superuserPassword).toBe(kept.superuserPassword)
    expect(JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8')).jwtSecret).toBe(
      kept.jwtSecret,
    )
  })

  it('never replaces a file that it cannot read: the database would be lost with it', async () => {
    await writeFile(path.join(folder, 'secrets.json'), '{"jwtSecret": "a')
    await expect(loadSecrets(folder)).rejects.toMatchObject({
      message: expect.stringMatching(/secrets\.json/),
      cause: expect.any(SyntaxError),
    })
    expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).toBe('{"jwtSecret": "a')
  })

  it('derives a different password for each role, the same in each process', async () => {
    const secrets = await loadSecrets(folder)
    expect(rolePassword(secrets, 'authenticator')).toBe(rolePassword({ ...secrets }, 'authenticator'))
    expect(rolePassword(secrets, 'authenticator')).not.toBe(rolePassword(secrets, 'supabase_auth_admin'))
  })
})
