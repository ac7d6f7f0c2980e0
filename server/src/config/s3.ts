import { SettingsError } from './error.ts'
import type { S3Settings } from './serverConfig.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Reads `S3_ENDPOINT`, `S3_BUCKET`, `S3_PREFIX`, `S3_REGION`, `S3_ACCESS_KEY` and `S3_SECRET_KEY`.
 * @param given without empty values, names without the product's prefix
 * @param prefix for messages
 * @returns undefined where none of them is set: files lie in the data folder
 * @throws SettingsError naming the first that is wrong, and no key
 */
export function readS3(given: Readonly<Record<string, unknown>>, prefix: string): S3Settings | undefined {
  const text = (name: string) => (given[name] as string | undefined)?.trim()
  const wrong = (name: string, why: string): never => {
    throw new SettingsError(`Ajuste ${prefix}${name} no válido: ${why}.`)
  }
  const needed = (name: string) =>
    text(name) ?? wrong(name, 'hace falta para guardar los archivos en un almacén S3')
  if (!Object.keys(given).some((name) => name.startsWith('S3_'))) return undefined
  const endpoint = needed('S3_ENDPOINT')
  if (!URL.canParse(endpoint) || !/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(endpoint))
    wrong('S3_ENDPOINT', `«${endpoint.slice(0, 60)}» no es una dirección como https://s3.ejemplo.org`)
  // Photos of members and the keys' signatures would cross a network in the clear.
  if (endpoint.startsWith('http:') && !LOOPBACK.test(new URL(endpoint).hostname))
    wrong('S3_ENDPOINT', 'fuera de esta máquina tiene que empezar con https')
  const bucket = needed('S3_BUCKET')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    wrong(
      'S3_BUCKET',
      `«${bucket.slice(0, 60)}» no es un nombre de 3 a 63 letras minúsculas, cifras o guiones`,
    )
  const folder = (text('S3_PREFIX') ?? '').replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(folder)) wrong('S3_PREFIX', 'solo puede tener letras, cifras, guiones y /')
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    region: text('S3_REGION') ?? 'us-east-1',
    accessKey: needed('S3_ACCESS_KEY'),
    secretKey: needed('S3_SECRET_KEY'),
  }
}
