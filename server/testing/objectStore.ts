import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readS3 } from '../src/config/s3.ts'
import type { S3Settings } from '../src/config/serverConfig.ts'

/** A bucket on this machine, in an object store that checks signatures of version 4 (s3rver, as kept by 20 Minutes). */
export interface TestBucket {
  /** What an operator sets, with these keys. */
  env: Record<string, string>
  /** The same, read. */
  settings: S3Settings
  /** Names of all objects. */
  names(): Promise<string[]>
  /** Makes what is there an hour old. The store tells a moment in whole seconds: what comes now is younger for certain. */
  age(): Promise<void>
  /** No answer comes any more. */
  stop(): Promise<void>
}

const BUCKET = 'archivos'
/** How the store ends the name of a file that holds an object. */
const OBJECT = '._S3rver_object'
const HOUR_MS = 3_600_000

const load = createRequire(import.meta.url)

/**
 * It leaves out the slash after a bucket's name, which S3 signs as it was sent.
 * Source: AWS, "Create a signed AWS API request", canonical URI.
 */
function signAsSent(): void {
  const v4 = load('@20minutes/s3rver/lib/signature/v4')
  if (v4.isAsSent) return
  const stringToSign = v4.getStringToSign
  v4.isAsSent = true
  v4.getStringToSign = (asked: { uri: string }, request: unknown) =>
    stringToSign({ ...asked, uri: asked.uri === `/${BUCKET}` ? `/${BUCKET}/` : asked.uri }, request)
}

/**
 * It keeps objects in folders, and removes a folder with all that is in it once it has seen it empty: what another client puts there meanwhile goes with
 * it. An object store has no folders, so here they stay.
 */
function keepFolders(): void {
  const { prototype } = load('@20minutes/s3rver/lib/stores/filesystem')
  prototype.deleteObject = async function (bucket: string, key: string) {
    for (const part of ['object', 'object.md5', 'metadata.json'])
      await rm(this.getResourcePath(bucket, key, part), { force: true })
  }
}

export async function startBucket(port = 0): Promise<TestBucket> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bucket-'))
  signAsSent()
  keepFolders()
  const S3rver = load('@20minutes/s3rver')
  const store = new S3rver({
    ...{ address: '127.0.0.1', port, silent: true, directory: folder },
    configureBuckets: [{ name: BUCKET }],
  })
  const address: { port: number } = await store.run()
  const env = {
    AMPARO_S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
    AMPARO_S3_BUCKET: BUCKET,
    AMPARO_S3_PREFIX: 'casa',
    // Its only pair.
    AMPARO_S3_ACCESS_KEY: 'S3RVER',
    AMPARO_S3_SECRET_KEY: 'S3RVER',
  }
  const files = async () => {
    const entries = await readdir(path.join(folder, BUCKET), { recursive: true })
    return entries.filter((name) => name.endsWith(OBJECT))
  }
  const own = Object.entries(env).map(([name, value]) => [name.replace('AMPARO_', ''), value])
  return {
    env,
    settings: readS3(Object.fromEntries(own), 'AMPARO_')!,
    names: async () => (await files()).map((name) => path.basename(name, OBJECT)),
    async age() {
      const before = new Date(Date.now() - HOUR_MS)
      for (const name of await files()) await utimes(path.join(folder, BUCKET, name), before, before)
    },
    async stop() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
