import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../server/src/config/environment.ts'
import { examineLog, examineSettings } from './lib/doctor.ts'
import { PRODUCT } from './lib/product.ts'
import { root } from './lib/run.ts'

const LIVE = { SITE_URL: 'https://casa.example' }
const WHOLE = {
  ...LIVE,
  SMTP_HOST: 'smtp.example',
  SMTP_FROM: 'a@b.mx',
  AMPARO_TRUST_PROXY: '1',
  AMPARO_BACKUP_FOLDER: '/mnt/copias/amparo',
  AMPARO_BACKUP_PUBLIC_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
}
const missing = (env: Record<string, string>, canKeep = false) =>
  examineSettings(readSettings(env, PRODUCT, root), canKeep)
    .filter(({ bien }) => !bien)
    .map(({ que, falta }) => `${que}: ${falta}`)

it('names what an installation for members needs, and a trial does not', () => {
  expect(missing({})).toEqual([])
  expect(missing(LIVE)).toEqual([
    'correo: Se queda en esta máquina: pon SMTP_HOST.',
    'copias: No se hace ninguna: pon AMPARO_BACKUP_FOLDER.',
    'copias cifradas: Quien tenga una lee los diarios: pon AMPARO_BACKUP_PUBLIC_KEY.',
    'proxy: Todas parecen venir de una misma dirección: pon AMPARO_TRUST_PROXY.',
  ])
  expect(missing(WHOLE)).toEqual(['copias: Esta cuenta no puede escribir en /mnt/copias/amparo.'])
  expect(missing(WHOLE, true)).toEqual([])
})

it('says when nobody moves the log', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-doctor-'))
  expect(examineLog(folder).bien).toBe(true)
  await mkdir(path.join(folder, 'logs'))
  await writeFile(path.join(folder, 'logs/server.log'), '')
  await truncate(path.join(folder, 'logs/server.log'), 240 * 1024 * 1024)
  expect(examineLog(folder)).toEqual({
    que: 'registro',
    bien: false,
    falta: 'Mide 240 MB: pon deploy/logrotate.',
  })
  await rm(folder, { recursive: true })
})
