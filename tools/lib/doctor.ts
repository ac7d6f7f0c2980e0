import { statSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '../../server/src/config/environment.ts'

const MB = 1024 * 1024
/** Five times what logrotate lets it become (`deploy/logrotate`): a busy day, and not a machine without it. */
const LARGE_LOG = 100 * MB

export type Finding = { que: string; bien: boolean; falta: string }

/**
 * Asks an installation what it lacks: its database (`interno.revisar_casa`), whether each function answers and lets the site's pages call, and,
 * where our server is asked, what it says of itself (`/healthz`).
 * @param options `url`: where the service is
 * @returns each thing that was looked at
 * @throws Error where nobody answers, or the database cannot be asked
 */
export async function examine({
  url,
  serviceKey,
  functions,
  isOurs = false,
}: {
  url: string
  serviceKey: string
  functions: readonly string[]
  isOurs?: boolean
}): Promise<Finding[]> {
  const headers = {
    apikey: serviceKey,
    authorization: `Bearer ${serviceKey}`,
    'content-type': 'application/json',
  }
  const own = isOurs ? await ownWords(url, headers) : []
  const response = await fetch(`${url}/rest/v1/rpc/revisar_casa`, {
    method: 'POST',
    headers,
    body: '{}',
  }).catch(() => {
    throw new Error(`En ${url} no contesta nadie.`)
  })
  // What the server says of itself is worth the most where the database does not answer.
  if (!response.ok && own.every(({ bien }) => bien))
    throw new Error(`La base de datos contestó ${response.status}.`)
  const rows: Finding[] = response.ok
    ? await response.json()
    : [{ que: 'base de datos', bien: false, falta: `Contestó ${response.status}.` }]
  const answers = await Promise.all(
    functions.map(async (name) => {
      // Without a token: what is there refuses, or has no provider (501); what is not there is 404.
      const status = await fetch(`${url}/functions/v1/${name}`, { method: 'POST' }).then(
        (answer) => answer.status,
        () => 0,
      )
      const bien = status === 501 || (status >= 400 && status < 500 && status !== 404)
      return { que: `función ${name}`, bien, falta: `Contesta ${status}: supabase functions deploy ${name}` }
    }),
  )
  return [...own, ...rows, ...answers]
}

/** What our own server says of itself to a caller with its key. */
async function ownWords(url: string, headers: Record<string, string>): Promise<Finding[]> {
  const answer = await fetch(`${url}/healthz`, { headers }).catch(() => {
    throw new Error(`En ${url} no contesta nadie: ¿está en marcha?`)
  })
  const {
    status,
    disk,
    failing = [],
    shut = [],
  }: {
    status: string
    disk?: string
    failing?: { job: string; since: string }[]
    shut?: { door: string; code: string }[]
  } = await answer.json().catch(() => {
    throw new Error(`En ${url} contesta otro programa: ¿es ese el PORT de esta casa?`)
  })
  return [
    { que: 'servicio', bien: status === 'ok', falta: `Dice ${status}.` },
    ...shut.map(({ door, code }) => ({
      que: `puerta ${door}`,
      bien: false,
      falta: `PostgreSQL contesta ${code}.`,
    })),
    {
      que: 'disco',
      bien: disk === undefined || disk === 'ok',
      falta: `Está ${disk === 'full' ? 'lleno' : 'casi lleno'}.`,
    },
    {
      que: 'trabajos',
      bien: failing.length === 0,
      falta: `${failing.length} fallan; la causa está en logs/server.log.`,
    },
    ...failing.map(({ job, since }) => ({
      que: `trabajo ${job}`,
      bien: false,
      falta: `Falla desde ${since}.`,
    })),
  ]
}

/**
 * What an installation with an address of its own cannot do without, and starts without all the same: a trial needs none of it. Nothing fails where it
 * is missing, so nobody else would say so before the day on which it is needed.
 * @param canKeep whether backups can be written where the settings say
 */
export function examineSettings(
  { siteUrl, smtp, backups, trustedProxies }: Settings,
  canKeep: boolean,
): Finding[] {
  if (!siteUrl.startsWith('https:')) return []
  const cannot = backups.folder
    ? `Esta cuenta no puede escribir en ${backups.folder}.`
    : 'No se hace ninguna: pon AMPARO_BACKUP_FOLDER.'
  return [
    { que: 'correo', bien: smtp !== undefined, falta: 'Se queda en esta máquina: pon SMTP_HOST.' },
    { que: 'copias', bien: canKeep, falta: cannot },
    {
      que: 'copias cifradas',
      bien: backups.publicKeys.length > 0,
      falta: 'Quien tenga una lee los diarios: pon AMPARO_BACKUP_PUBLIC_KEY.',
    },
    {
      que: 'proxy',
      bien: trustedProxies !== undefined,
      falta: 'Todas parecen venir de una misma dirección: pon AMPARO_TRUST_PROXY.',
    },
  ]
}

/** Whether somebody moves the log of this machine, which grows otherwise. */
export function examineLog(dataDir: string): Finding {
  const size = statSync(path.join(dataDir, 'logs/server.log'), { throwIfNoEntry: false })?.size ?? 0
  return {
    que: 'registro',
    bien: size <= LARGE_LOG,
    falta: `Mide ${Math.round(size / MB)} MB: pon deploy/logrotate.`,
  }
}
