import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/run.mjs'
import { program } from './testing/program.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Settings that the documents explain: the first cells of their tables. */
function documented(): string[] {
  const cells = ['docs/operating.md', 'docs/auth.md']
    .flatMap((file) => read(file).split('\n'))
    .flatMap((line) => /^\| ((?:`[A-Z][A-Z0-9_]{3,}`(?:, )?)+) \|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => cell.match(/[A-Z0-9_]{4,}/g) ?? [])
}

it('the example names every setting that is documented, once, and none besides', () => {
  const names = read('.env.example').match(/(?<=^#)[A-Z][A-Z0-9_]+(?==)/gm) ?? []
  expect(names.length).toBeGreaterThan(60)
  expect(names.toSorted()).toEqual([...new Set(documented())].toSorted())
})

it('commands of the operator take settings from a file, and the environment wins', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-env-'))
  const file = path.join(folder, 'settings')
  await writeFile(file, '#HOST=commented\nSITE_URL=https://file.example\nPORT=1234\n')
  const run = (env: NodeJS.ProcessEnv) =>
    execFileSync(
      process.execPath,
      [
        '--import',
        './scripts/lib/env-file.mjs',
        '-p',
        '[process.env.HOST, process.env.SITE_URL, process.env.PORT].join()',
      ],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
    ).trim()
  expect(run({ AMPARO_ENV_FILE: file, PORT: '99' })).toBe(',https://file.example,99')
  expect(run({ AMPARO_ENV_FILE: '', PORT: '99' })).toBe(',,99')
  await rm(folder, { recursive: true })
})

it('every command of the operator reads it, before anything else', () => {
  for (const name of ['start', 'serve', 'backup', 'restore', 'export', 'admin', 'reset', 'doctor'])
    expect(read(`scripts/${name}.mjs`).split('\n')[0], name).toBe("import './lib/env-file.mjs'")
})

it('a misspelled setting of the file is named, one that is known or somebody else’s is not; a file that is not there is a wrong setting', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-env-'))
  const file = path.join(folder, 'settings')
  await writeFile(
    file,
    'AMPARO_SUPORT_EMAIL=a@b.mx\nSMTP_HOTS=x\nPORT=1\nAMPARO_DOMAIN=x.example\nNODE_OPTIONS=\n',
  )
  const ask = "import('./scripts/lib/env-file.mjs').then((m) => console.log(m.unknownSettings().join()))"
  const run = (AMPARO_ENV_FILE: string) =>
    spawnSync(process.execPath, ['-e', ask], {
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
  const { args, env } = program('scripts/backup.mjs', '--new-key')
  const made = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  expect([made.status, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(/AGE-SECRET-KEY-1[\s\S]*AMPARO_BACKUP_PUBLIC_KEY=age1/)
})
