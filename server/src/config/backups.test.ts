import { expect, it } from 'vitest'
import { readSettings } from './environment.ts'

const read = (env: Record<string, string>) =>
  readSettings(env, { name: 'shop', prefix: 'SHOP_' }, '/srv/shop').backups
const KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

it('daily backups are read from the settings', () => {
  expect(read({})).toEqual({ folder: undefined, hour: 3, days: 14, publicKeys: [], continuous: false })
  expect(
    read({
      SHOP_BACKUP_FOLDER: '../copias',
      SHOP_BACKUP_HOUR: '0',
      SHOP_BACKUP_DAYS: '30',
      SHOP_BACKUP_PUBLIC_KEY: `${KEY}, ${KEY}`,
      SHOP_BACKUP_CONTINUOUS: '1',
    }),
  ).toEqual({ folder: '/srv/copias', hour: 0, days: 30, publicKeys: [KEY, KEY], continuous: true })
})

it.each([
  [{ SHOP_BACKUP_HOUR: '24' }, 'Ajuste SHOP_BACKUP_HOUR no válido: «24» no es un número entre 0 y 23.'],
  [{ SHOP_BACKUP_HOUR: '3am' }, 'Ajuste SHOP_BACKUP_HOUR no válido: «3am» no es un número entre 0 y 23.'],
  [{ SHOP_BACKUP_DAYS: '0' }, 'Ajuste SHOP_BACKUP_DAYS no válido: «0» no es un número entre 1 y 35.'],
  [
    { SHOP_BACKUP_FOLDER: '.data/copias' },
    'Ajuste SHOP_BACKUP_FOLDER no válido: no puede estar dentro de la carpeta de datos; mejor en otro disco.',
  ],
  [
    { SHOP_BACKUP_PUBLIC_KEY: 'AGE-SECRET-KEY-1' },
    'Ajuste SHOP_BACKUP_PUBLIC_KEY no válido: «AGE-SECRET-KEY-1» no es una llave pública como age1….',
  ],
  [{ SHOP_BACKUP_CONTINUOUS: 'si' }, 'Ajuste SHOP_BACKUP_CONTINUOUS no válido: «si» no es 0 ni 1.'],
  [
    { SHOP_BACKUP_CONTINUOUS: '1' },
    'Ajuste SHOP_BACKUP_CONTINUOUS no válido: hace falta SHOP_BACKUP_FOLDER, donde se guarde.',
  ],
  [
    { SHOP_BACKUP_CONTINUOUS: '1', SHOP_BACKUP_FOLDER: '/copias', DATABASE_URL: 'postgres://x@y/z' },
    'Ajuste SHOP_BACKUP_CONTINUOUS no válido: con DATABASE_URL lo hace quien administra ese PostgreSQL.',
  ],
])('%j is refused with one line that names it', (env, line) => {
  expect(() => read(env as Record<string, string>)).toThrow(line)
})
