import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

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
  /** A second, independent file with the same bytes. @throws MissingFile */
  copy(key: string, target: string): Promise<void>
  /** Removes what is there; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Every key, in batches, with when it was put. */
  list(): AsyncIterable<{ key: string; putAt: number }[]>
}

/** A key without a file: its object was replaced or removed a moment ago. */
export class MissingFile extends Error {}

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

  async copy(key: string, target: string): Promise<void> {
    const file = this.pathOf(target)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await copyFile(this.pathOf(key), file).catch(asMissing)
    await flush(file)
    await flush(path.dirname(file))
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
        // It was removed between the two looks.
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
