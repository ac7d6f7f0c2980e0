import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Settings } from '../config/serverConfig.ts'
import { awayFiles } from './errors.ts'
import { type ByteRange, type FileStore, isKey, MissingFile } from './files.ts'

/** What we use of `@bradenmacdonald/s3-lite-client`. */
interface Client {
  getPresignedUrl(method: 'PUT', name: string, options: { expirySeconds: number }): Promise<string>
  getPartialObject(name: string, part: { offset: number; length: number }): Promise<Response>
  deleteObject(name: string): Promise<void>
  listObjects(options: { prefix?: string; pageSize?: number }): AsyncIterable<{
    key: string
    lastModified: Date
  }>
  bucketExists(bucket: string): Promise<boolean>
}

/** Loaded where it is needed alone: a server with a folder of its own never reads it. */
const PACKAGE = '@bradenmacdonald/s3-lite-client'
/** A service that stumbles is asked so often, with a growing pause. */
const TRIES = 3
const PAUSE_MS = 200
const BATCH = 1_000
const DELETIONS_AT_ONCE = 8
/** As long as an upload may take. */
const PUT_SECONDS = 300

/**
 * Files in an object store that speaks as S3 does, `PREFIX/ab/abcdef01-….`: the names of the folder of {@link DiskStore}, so that one can be
 * copied into the other. Several processes, on several machines, may share it.
 */
export class S3Store implements FileStore {
  private constructor(
    private readonly client: Client,
    private readonly settings: S3Settings,
  ) {}

  /** Asks nothing yet. */
  static async open(settings: S3Settings): Promise<S3Store> {
    const { S3Client } = (await import(PACKAGE)) as { S3Client: new (options: object) => Client }
    const { endpoint, bucket, region, accessKey, secretKey } = settings
    return new S3Store(new S3Client({ endPoint: endpoint, bucket, region, accessKey, secretKey }), settings)
  }

  /** @throws an error where the bucket cannot be reached with these keys */
  async check(): Promise<void> {
    if (!(await this.client.bucketExists(this.settings.bucket))) throw new Error('the bucket is not there')
  }

  async put(key: string, file: string): Promise<void> {
    const name = this.nameOf(key)
    await this.withRetries(async () => {
      // In one request, as it comes from the disk: nothing of it is held in memory.
      const url = await this.client.getPresignedUrl('PUT', name, { expirySeconds: PUT_SECONDS })
      await send(url, file)
    }, false)
    await rm(file, { force: true })
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const name = this.nameOf(key)
    const part = { offset: range?.start ?? 0, length: range ? range.end - range.start + 1 : 0 }
    const { body } = await this.withRetries(() => this.client.getPartialObject(name, part))
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  }

  async remove(keys: readonly string[]): Promise<void> {
    const left = [...keys]
    const work = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        const name = this.nameOf(key)
        // What is not there is none: the service answers so, or that it never was.
        await this.withRetries(() => this.client.deleteObject(name)).catch((error: unknown) => {
          if (!(error instanceof MissingFile)) throw error
        })
      }
    }
    await Promise.all(Array.from({ length: Math.min(DELETIONS_AT_ONCE, keys.length) }, work))
  }

  async *list(): AsyncIterable<{ key: string; putAt: number }[]> {
    let batch: { key: string; putAt: number }[] = []
    const prefix = this.settings.prefix === '' ? undefined : this.settings.prefix
    for await (const { key: name, lastModified } of this.client.listObjects({ prefix, pageSize: BATCH })) {
      const key = name.slice(name.lastIndexOf('/') + 1)
      if (!isKey(key) || name !== this.nameOf(key)) continue
      batch.push({ key, putAt: lastModified.getTime() })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    yield batch
  }

  private nameOf(key: string): string {
    if (!isKey(key)) throw new MissingFile('Not a key of this store')
    return `${this.settings.prefix}${key.slice(0, 2)}/${key}`
  }

  /** @param isKnown whether 404 speaks of the file, not of the bucket. @throws MissingFile, or ApiError 503 once it was asked often enough */
  private async withRetries<T>(ask: () => Promise<T>, isKnown = true): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask()
      } catch (error) {
        const { statusCode } = error as { statusCode?: number }
        if (statusCode === 404 && isKnown) throw new MissingFile('The file is not there')
        const isFinal = statusCode !== undefined && statusCode < 500 && statusCode !== 429
        if (isFinal || tries === TRIES) throw awayFiles(error)
        await delay(PAUSE_MS * tries)
      }
    }
  }
}

/** Puts a file at a signed address. */
async function send(url: string, file: string): Promise<void> {
  const { size } = await stat(file)
  const { request } = url.startsWith('https:') ? https : http
  const asked = request(url, { method: 'PUT', headers: { 'content-length': size } })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
  })
  // Told by `pipeline`, too.
  answered.catch(() => undefined)
  await pipeline(createReadStream(file), asked).catch(async (error: unknown) => {
    // A refusal may come before everything was sent.
    const early = await Promise.race([answered.catch(() => undefined), delay(50)])
    if (!early) throw error
  })
  const answer = await answered
  answer.resume()
  if (answer.statusCode !== 200)
    throw Object.assign(new Error(`the object store answered ${answer.statusCode}`), {
      statusCode: answer.statusCode,
    })
}
