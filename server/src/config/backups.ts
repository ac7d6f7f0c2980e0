import path from 'node:path'
import { SettingsError } from './error.ts'

/** The backup of each day, as the operator set them. */
export interface BackupSettings {
  /** Where they go; without one, none is made by itself. */
  folder?: string
  /** From which hour of the machine's own day. */
  hour: number
  /** How long each is kept. */
  days: number
  /** Of age; who has the private key of one of them can open a backup, and nobody else. */
  publicKeys: string[]
  /** Whether what is written between two backups is kept, too. */
  continuous: boolean
}

const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{50,}$/
const DEFAULTS = { hour: 3, days: 14 }

/**
 * Reads `BACKUP_FOLDER`, `BACKUP_HOUR`, `BACKUP_DAYS`, `BACKUP_PUBLIC_KEY` and `BACKUP_CONTINUOUS`.
 * @param given without empty values, names without the product's prefix
 * @param prefix for messages
 * @param at what a relative folder is relative to, and where the data are: one lost disk must not take both
 * @throws SettingsError naming the first that is wrong
 */
export function readBackupSettings(
  given: Readonly<Record<string, unknown>>,
  prefix: string,
  at: { baseDir: string; dataDir: string; databaseUrl?: string },
): BackupSettings {
  const text = (name: string) => (given[name] as string | undefined)?.trim()
  const wrong = (name: string, why: string): never => {
    throw new SettingsError(`Ajuste ${prefix}${name} no válido: ${why}.`)
  }
  const whole = (name: string, usual: number, [least, most]: [number, number]) => {
    const value = text(name)
    if (value === undefined) return usual
    const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= least && number <= most))
      return wrong(name, `«${value}» no es un número entre ${least} y ${most}`)
    return number
  }
  const named = text('BACKUP_FOLDER')
  const folder = named === undefined ? undefined : path.resolve(at.baseDir, named)
  if (folder !== undefined && !path.relative(at.dataDir, folder).startsWith('..'))
    wrong('BACKUP_FOLDER', 'no puede estar dentro de la carpeta de datos; mejor en otro disco')
  const publicKeys = (text('BACKUP_PUBLIC_KEY') ?? '').split(/[\s,]+/).filter(Boolean)
  for (const key of publicKeys)
    if (!PUBLIC_KEY.test(key))
      wrong('BACKUP_PUBLIC_KEY', `«${key.slice(0, 16)}» no es una llave pública como age1…`)
  const flag = text('BACKUP_CONTINUOUS') ?? '0'
  if (!['0', '1', 'true', 'false'].includes(flag)) wrong('BACKUP_CONTINUOUS', `«${flag}» no es 0 ni 1`)
  const continuous = flag === '1' || flag === 'true'
  if (continuous && folder === undefined)
    wrong('BACKUP_CONTINUOUS', `hace falta ${prefix}BACKUP_FOLDER, donde se guarde`)
  if (continuous && at.databaseUrl !== undefined)
    wrong('BACKUP_CONTINUOUS', 'con DATABASE_URL lo hace quien administra ese PostgreSQL')
  return {
    folder,
    hour: whole('BACKUP_HOUR', DEFAULTS.hour, [0, 23]),
    days: whole('BACKUP_DAYS', DEFAULTS.days, [1, 35]),
    publicKeys,
    continuous,
  }
}
