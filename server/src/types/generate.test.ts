import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/rest.ts'
import { generateTypes } from './generate.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const ROOT = path.resolve(HERE, '../../..')

let harness: Harness
let types: string
beforeAll(async () => {
  harness = await startHarness()
  const query = async (text: string, values?: unknown[]) => (await harness.owner.query(text, values)).rows
  types = await generateTypes({ query: query as never }, ['public', 'otra'])
})
afterAll(() => harness?.close())

describe('the generated types', () => {
  it('are accepted by the official client, and say what is null, needed and never written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'amparo-types-'))
    try {
      await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
      await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
      await writeFile(path.join(folder, 'database.types.ts'), types)
      await copyFile(path.join(HERE, '../../testing/program.ts.txt'), path.join(folder, 'program.ts'))
      const config = { extends: path.join(ROOT, 'tsconfig.base.json'), include: ['*.ts'] }
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
      const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
      const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
        (error) => error,
      )
      expect(stdout).toBe('')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('name the foreign keys that lead through a view to its table in another schema', () => {
    expect(types).toContain(`foreignKeyName: 'mensajes_sala_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']`)
  })

  it('are the same text whenever they are made, with one entry for each exposed schema', async () => {
    const query = async (text: string, values?: unknown[]) => (await harness.owner.query(text, values)).rows
    expect(await generateTypes({ query: query as never }, ['public', 'otra'])).toBe(types)
    expect(types).toMatch(/^ {2}otra: \{$/m)
    expect(types).not.toContain('interno')
  })
})
