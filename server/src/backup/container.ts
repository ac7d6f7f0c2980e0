import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import * as age from 'age-encryption'
import tar from 'tar-stream'
import { numberTaken } from '../postgres/processes.ts'
import { BackupError, explainedFor, noRoom } from './errors.ts'

/*
 * One file: a tar, behind it the SHA-256 of it, all of that through gzip, and through age where there is a public key.
 * Every part is what its own tools open, too: `age -d`, `tar -xz`.
 */

/** What one part of a backup is called, and how large it is. */
export interface Entry {
  name: string
  size: number
  mode?: number
  type?: 'file' | 'directory'
  mtime?: Date
}

/** Before the checksum, so that what was cut off inside the tar is not taken for one. */
const MARK = 'sha256 '
const TAIL_BYTES = MARK.length + 64
/** A backup leaves so much of its disk free: the server may be on the same one. */
const RESERVED_BYTES = 300 * 1024 * 1024
/** How often that is checked. */
const LOOK_BYTES = 16 * 1024 * 1024
const AGE_MAGIC = 'age-encryption.org/v1'

/** Writes one backup. Nothing is there under its name before all of it is on the disk. */
export class BackupWriter {
  private readonly pack = tar.pack()
  private readonly written: Promise<void>
  private readonly target: string
  private readonly partial: string

  /**
   * @param target must not exist
   * @param publicKeys of age (`age1…`); without one the file is not encrypted
   * @throws BackupError where it exists, cannot be made, or a key is none
   */
  static async open(target: string, publicKeys: readonly string[]): Promise<BackupWriter> {
    const encrypter = encrypterFor(publicKeys)
    const folder = path.dirname(target)
    const name = path.basename(target)
    try {
      const there = await readdir(folder)
      if (there.includes(name)) throw new BackupError(`${target} ya existe: elige otro nombre.`)
      for (const left of there) {
        const pid =
          left.startsWith(`${name}.${PARTIAL}`) && Number(left.slice(name.length + 1 + PARTIAL.length))
        if (pid && !numberTaken(pid)) await rm(path.join(folder, left), { force: true })
      }
      const partial = `${target}.${PARTIAL}${process.pid}`
      return new BackupWriter(target, partial, await open(partial, 'wx', 0o600), encrypter)
    } catch (error) {
      throw explainedFor(error, target)
    }
  }

  private constructor(
    target: string,
    partial: string,
    handle: FileHandle,
    encrypter: age.Encrypter | undefined,
  ) {
    this.target = target
    this.partial = partial
    this.written = pipeline([
      this.pack,
      new Summed(),
      createGzip({ level: 3 }),
      ...(encrypter ? [encrypted(encrypter)] : []),
      new RoomLeft(target),
      handle.createWriteStream({ flush: true }),
    ] as unknown as [Readable, Transform])
    // The next write, or the end, reports it.
    this.written.catch((error) => this.pack.destroy(error))
  }

  /** Adds one part. A stream must have as many bytes as its entry says. @throws BackupError */
  async add(entry: Entry, content: Readable | Buffer | string = ''): Promise<void> {
    try {
      await Promise.race([this.put(entry, content), this.failed()])
    } catch (error) {
      throw explainedFor(await this.reason(error), this.target)
    }
  }

  /** @returns once the file is there under its name, whole. @throws BackupError; then nothing is there */
  async finish(): Promise<void> {
    try {
      this.pack.finalize()
      await this.written
      await rename(this.partial, this.target)
      await syncFolder(path.dirname(this.target))
    } catch (error) {
      const reason = await this.reason(error)
      await this.abandon()
      throw explainedFor(reason, this.target)
    }
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.pack.destroy()
    // It is being given up for another reason, which the caller knows.
    await this.written.catch(() => undefined)
    await rm(this.partial, { force: true })
  }

  private async put(entry: Entry, content: Readable | Buffer | string): Promise<void> {
    if (typeof content === 'string' || Buffer.isBuffer(content)) {
      await new Promise<void>((resolve, reject) => {
        this.pack.entry(entry, content, (error) => (error ? reject(error) : resolve()))
      })
      return
    }
    await pipeline(content, this.pack.entry(entry))
  }

  /**
   * Why writing a part failed. Where the disk had refused an earlier one, the part itself learns only that the stream has ended.
   * @param error what the part was told
   * @returns what really went wrong
   */
  private async reason(error: unknown): Promise<unknown> {
    this.pack.destroy()
    const end: unknown = await this.written.then(
      () => error,
      (reason) => reason,
    )
    const isOfTheDisk = end instanceof BackupError || (end as NodeJS.ErrnoException).syscall !== undefined
    return isOfTheDisk ? end : error
  }

  /** Never resolves; a disk that is full ends what waits for it. */
  private failed(): Promise<never> {
    return new Promise((_, reject) => {
      this.written.catch(reject)
    })
  }
}

const PARTIAL = 'partial-'

/**
 * Reads one backup from its beginning to its end.
 * @param file as `BackupWriter` made it
 * @param privateKey of age (`AGE-SECRET-KEY-1…`), where it is encrypted
 * @param take is given one part after the other; what it leaves unread is skipped
 * @throws BackupError where the file is damaged, cut off, none of ours, or the key is not its own. What `take` was given until then is not to be used
 */
export async function readBackup(
  file: string,
  privateKey: string | undefined,
  take: (entry: Entry, content: Readable) => Promise<void>,
): Promise<void> {
  const decrypt = await decrypterFor(file, privateKey)
  const extract = tar.extract()
  const above: [Readable, Transform, Transform] = [
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    createGunzip(),
    new Checked(),
  ]
  // A part that is just being read then fails with this very error, as the raw one of a library.
  let broken: unknown
  for (const stream of above) stream.once('error', (error) => (broken ??= error))
  let taking: unknown
  const taken = (async () => {
    for await (const part of extract) {
      const { name, size = 0, mode, type, mtime } = part.header
      if (type !== 'file' && type !== 'directory')
        throw new BackupError(`${file} no es una copia de seguridad.`)
      await take({ name, size, mode, type, mtime }, part as unknown as Readable).catch((error) => {
        if (broken === undefined) taking = error
        throw error
      })
      part.resume()
    }
  })()
  const [source, ...rest] = above
  const read = pipeline([source, ...(decrypt ? [decrypt] : []), ...rest, extract] as unknown as [
    Readable,
    Transform,
  ])
  try {
    await Promise.all([read, taken])
  } catch (error) {
    extract.destroy()
    await Promise.allSettled([read, taken])
    throw taking ?? whyUnreadable(broken ?? error, file)
  }
}

/** Whether a file is encrypted by age. @throws BackupError where there is none */
export async function isEncrypted(file: string): Promise<boolean> {
  try {
    const handle = await open(file)
    try {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(AGE_MAGIC.length), position: 0 })
      return buffer.toString('latin1') === AGE_MAGIC
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw explainedFor(error, file)
  }
}

/** @throws BackupError naming the key that is none */
export function encrypterFor(publicKeys: readonly string[]): age.Encrypter | undefined {
  if (publicKeys.length === 0) return undefined
  const encrypter = new age.Encrypter()
  for (const key of publicKeys) {
    try {
      encrypter.addRecipient(key)
    } catch (cause) {
      throw new BackupError(`«${key}» no es una llave pública: debe ser como age1….`, { cause })
    }
  }
  return encrypter
}

/** A part of a pipeline that encrypts. Source: age, "The age file encryption format, version 1". */
export function encrypted(encrypter: age.Encrypter) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(WebStream.from(source) as unknown as ReadableStream<Uint8Array>)
  }
}

/** @returns a part of a pipeline; undefined where the file is not encrypted */
export async function decrypterFor(file: string, privateKey: string | undefined) {
  if (!(await isEncrypted(file))) return undefined
  if (!privateKey)
    throw new BackupError(`${file} está cifrada: hace falta su llave privada (--private-key ARCHIVO).`)
  const decrypter = new age.Decrypter()
  try {
    decrypter.addIdentity(privateKey)
  } catch (cause) {
    throw new BackupError('Esa llave privada no es válida: debe ser una línea AGE-SECRET-KEY-1….', { cause })
  }
  return async function* (source: AsyncIterable<Uint8Array>) {
    yield* await decrypter.decrypt(WebStream.from(source) as unknown as ReadableStream<Uint8Array>)
  }
}

/** A pair of keys of age. */
export async function newKeys(): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await age.generateX25519Identity()
  return { privateKey, publicKey: await age.identityToRecipient(privateKey) }
}

/** Waits until the disk itself holds the folder's list of names. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems do not sync folders; their renames are durable by themselves.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
  } finally {
    await handle.close()
  }
}

function whyUnreadable(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (['ENOENT', 'EACCES', 'EPERM'].includes(code)) return explainedFor(error, file)
  if (/no identity matched/.test(message))
    return new BackupError(`La llave privada no es la de ${file}: prueba con la otra.`, { cause: error })
  return new BackupError(`${file} está dañada o incompleta: usa otra copia.`, { cause: error })
}

/** Adds the checksum behind what passes. */
class Summed extends Transform {
  private readonly hash = createHash('sha256')

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk)
    done(null, chunk)
  }

  override _flush(done: (error: null, chunk: string) => void): void {
    done(null, MARK + this.hash.digest('hex'))
  }
}

/** Keeps the checksum back and fails at the end where it is not that of what passed. */
class Checked extends Transform {
  private readonly hash = createHash('sha256')
  private held = Buffer.alloc(0)

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    const all = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk
    const passing = all.subarray(0, Math.max(0, all.length - TAIL_BYTES))
    this.held = Buffer.from(all.subarray(passing.length))
    this.hash.update(passing)
    if (passing.length > 0) this.push(passing)
    done()
  }

  override _flush(done: (error?: Error) => void): void {
    const matches = this.held.toString('latin1') === MARK + this.hash.digest('hex')
    done(matches ? undefined : new Error('the checksum does not match'))
  }
}

/** Fails before the disk is full. */
class RoomLeft extends Transform {
  private unseen = LOOK_BYTES

  constructor(private readonly target: string) {
    super()
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.unseen += chunk.length
    if (this.unseen < LOOK_BYTES) {
      done(null, chunk)
      return
    }
    this.unseen = 0
    statfs(path.dirname(this.target)).then(({ bavail, bsize }) => {
      if (bavail * bsize < RESERVED_BYTES) done(noRoom(this.target))
      else done(null, chunk)
    }, done)
  }
}
