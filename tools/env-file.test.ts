import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { program } from '../tests/helpers/program.ts'
import { root } from './lib/run.ts'

it('commands of the operator take settings from a file, and the environment wins', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-env-'))
  const file = path.join(folder, 'settings')
  await writeFile(file, '#HOST=commented\nSITE_URL=https://file.example\nPORT=1234\n')
  const run = (env: NodeJS.ProcessEnv) =>
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '--import',
        './tools/lib/env-file.ts',
        '-p',
        '[process.env.HOST, process.env.SITE_URL, process.env.PORT].join()',
      ],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
    ).trim()
  expect(run({ AMPARO_ENV_FILE: file, PORT: '99' })).toBe(',https://file.example,99')
  expect(run({ AMPARO_ENV_FILE: '', PORT: '99' })).toBe(',,99')
  await rm(folder, { recursive: true })
})

it.each(['start', 'serve', 'backup', 'restore', 'export', 'admin', 'reset', 'doctor'])(
  'npm run %s reads the file before it does anything',
  (name) => {
    const AMPARO_ENV_FILE = '/nowhere/settings'
    const { status, stderr } = spawnSync(process.execPath, program(`tools/${name}.ts`), {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, AMPARO_ENV_FILE },
    })
    expect([status, stderr.trim()]).toEqual([
      1,
      `Ajuste AMPARO_ENV_FILE no válido: no se puede leer ${AMPARO_ENV_FILE} (ENOENT).`,
    ])
  },
)

it('a misspelled setting of the file is named, one that is known or somebody else’s is not; a file that is not there is a wrong setting', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-env-'))
  const file = path.join(folder, 'settings')
  await writeFile(
    file,
    'AMPARO_SUPORT_EMAIL=a@b.mx\nSMTP_HOTS=x\nPORT=1\nAMPARO_DOMAIN=x.example\nNODE_OPTIONS=\n',
  )
  const ask = "import('./tools/lib/env-file.ts').then((m) => console.log(m.unknownSettings().join()))"
  const run = (AMPARO_ENV_FILE: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', '-e', ask], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, AMPARO_ENV_FILE },
    })
  expect(run(file).stdout.trim()).toBe('AMPARO_SUPORT_EMAIL,SMTP_HOTS')
  const gone = run(path.join(folder, 'gone'))
  expect([gone.status, gone.stderr.trim()]).toEqual([
    1,
    `Ajuste AMPARO_ENV_FILE no válido: no se puede leer ${folder}/gone (ENOENT).`,
  ])
  // What the machine says of it: another account's file is not one that is missing.
  expect(run(folder).stderr.trim()).toBe(
    `Ajuste AMPARO_ENV_FILE no válido: no se puede leer ${folder} (EISDIR).`,
  )
  await rm(folder, { recursive: true })
})

it('a new key of backups comes with no word of the program that made it', () => {
  const args = program('tools/backup.ts', '--new-key')
  const made = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(/AGE-SECRET-KEY-1[\s\S]*AMPARO_BACKUP_PUBLIC_KEY=age1/)
})
