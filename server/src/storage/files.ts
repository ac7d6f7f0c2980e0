import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { noSpace, tooLarge } from './errors.ts'
import { HEAD_BYTES } from './sniff.ts'

/** First and last byte of a part of a file, both included, as HTTP counts them. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of objects lie. A key is the version of one object (a random UUID that its row carries); what was put
 * under a key never changes, so that nobody ever reads half of two files. An object store can take this place.
 */
export interface FileStore {
  /** Takes over a finished local file; once it returns, the bytes survive a power cut. */
  put(key: string, file: string): Promise<void>
  /** @throws MissingFile */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes what is there; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Every key, in batches, with when it was put. */
  list(): AsyncIterable<{ key: string; putAt: number }[]>
}

/** A key without a file: its object was replaced or removed a moment ago. */
export class MissingFile extends Error {}

/** Whether it is one: nothing else ever becomes part of a path or an address. */
export const isKey = (key: string): boolean => KEY.test(key)

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Files in a local folder, `ab/abcdef01-….`: 256 folders by the first two digits of the key. */
export class DiskStore implements FileStore {
  /** @param folder on the same file system as the files that `put` is given */
  constructor(private readonly folder: string) {}

  async put(key: string, file: string): Promise<void> {
    const target = this.pathOf(key)
    const folder = path.dirname(target)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await flush(file)
    await rename(file, target)
    await flush(folder)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    // Opened here, so that a missing file is known before the answer's headers are sent.
    const handle = await open(this.pathOf(key)).catch(asMissing)
    return createReadStream('', { fd: handle, ...range, autoClose: true })
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.pathOf(key), { force: true })
  }

  async *list(): AsyncIterable<{ key: string; putAt: number }[]> {
    // Nothing was stored yet.
    const folders = await readdir(this.folder).catch(() => [])
    for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const files: { key: string; putAt: number }[] = []
      for (const name of await readdir(path.join(this.folder, folder))) {
        if (!KEY.test(name)) continue
        // It was removed between the two passes.
        const info = await stat(path.join(this.folder, folder, name)).catch(() => undefined)
        if (info) files.push({ key: name, putAt: info.mtimeMs })
      }
      yield files
    }
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new MissingFile('Not a key of this store')
    return path.join(this.folder, key.slice(0, 2), key)
  }
}

/** Waits until the disk itself holds a file, or a folder's list of names. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems do not sync folders; their renames are durable by themselves.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
  } finally {
    await handle.close()
  }
}

function asMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new MissingFile('The file is not there')
  throw error
}

/** Space that uploads leave to the database. */
const RESERVED_BYTES = 200 * 1024 * 1024
/** An upload from which nothing comes for so long has been abandoned. */
const STALL_MS = 15_000

/** A file that came in whole and belongs to nobody yet. */
export interface StagedFile {
  path: string
  size: number
  /** Its first bytes, for telling its type. */
  head: Buffer
  /** MD5 in hexadecimal, as S3's entity tags have it; no protection against anything. */
  md5: string
}

/** Where files arrive before anything is known of them; on the same file system as the store. */
export class Staging {
  /** @param limits where they are to differ: bytes that stay free, milliseconds of silence */
  constructor(
    private readonly folder: string,
    private readonly limits = { reservedBytes: RESERVED_BYTES, stallMs: STALL_MS },
  ) {}

  /** Makes the folder; removes what a crash left there when nobody else may be using it. */
  async open({ clear }: { clear: boolean }): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    if (!clear) return
    for (const name of await readdir(this.folder)) await rm(path.join(this.folder, name), { force: true })
  }

  /** Removes what was left here before `cutoff` (milliseconds since 1970). */
  async sweep(cutoff: number): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name)
      // It was removed between the two passes.
      const info = await stat(file).catch(() => undefined)
      if (info && info.mtimeMs < cutoff) await rm(file, { force: true })
    }
  }

  /** A name that no other file here has. */
  newPath(): string {
    return path.join(this.folder, randomUUID())
  }

  /**
   * Writes a stream to a file, counting.
   * @param limit most bytes
   * @throws ApiError 413 above the limit, 408 when nothing comes any more, 503 without space; the stream's own error when it breaks off. No file is left.
   */
  async receive(source: Readable, limit: number): Promise<StagedFile> {
    // The sender may disconnect at any moment, also before anything reads; an unhandled stream error would
    // end the process.
    source.on('error', () => {})
    await this.assertSpace()
    const file = this.newPath()
    // Opened before anything flows: what breaks off while its file is still being made would leave it behind.
    const handle = await open(file, 'wx', 0o600)
    const hash = createHash('md5')
    let size = 0
    const stalled = setTimeout(() => source.destroy(new Stalled()), this.limits.stallMs)
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        stalled.refresh()
        size += chunk.length
        if (size > limit) return done(tooLarge())
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(source, count, handle.createWriteStream())
    } catch (error) {
      await handle.close()
      await rm(file, { force: true })
      throw source.errored ?? error
    } finally {
      clearTimeout(stalled)
    }
    return { path: file, size, head: await readHead(file), md5: hash.digest('hex') }
  }

  /** What is to be known of a file that was written here. */
  async describe(file: string): Promise<StagedFile> {
    const handle = await open(file)
    const hash = createHash('md5')
    let size = 0
    try {
      for await (const chunk of handle.createReadStream({ autoClose: false })) {
        hash.update(chunk as Buffer)
        size += (chunk as Buffer).length
      }
    } finally {
      await handle.close()
    }
    return { path: file, size, head: await readHead(file), md5: hash.digest('hex') }
  }

  async discard(...files: string[]): Promise<void> {
    for (const file of files) await rm(file, { force: true })
  }

  private async assertSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder)
    if (bavail * bsize < this.limits.reservedBytes) throw noSpace()
  }
}

class Stalled extends Error {
  readonly statusCode = 408
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
