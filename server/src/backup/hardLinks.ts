import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { numberTaken } from '../postgres/processes.ts'

/** Below the folder of the files, so that a link to each is possible. */
const PREFIX = 'backup-'

/**
 * Holds members' files while they are copied: a second name for each, which takes no space and stays when the first one
 * is removed. Taken before the database and again after it, the two passes have every file of which the copied database knows.
 */
export class LinkedFiles {
  private constructor(
    private readonly objects: string,
    private readonly folder: string,
  ) {}

  /** @param storage the folder `storage` of a data folder; it may be missing */
  static async open(storage: string): Promise<LinkedFiles> {
    await mkdir(storage, { recursive: true, mode: 0o700 })
    for (const name of await readdir(storage)) {
      // What a backup that was killed held.
      if (name.startsWith(PREFIX) && !numberTaken(Number(name.slice(PREFIX.length))))
        await rm(path.join(storage, name), { recursive: true, force: true })
    }
    const folder = path.join(storage, `${PREFIX}${process.pid}`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    return new LinkedFiles(path.join(storage, 'objects'), folder)
  }

  /** Holds everything that is there now. */
  async hold(): Promise<void> {
    for (const name of await filesBelow(this.objects)) {
      const target = path.join(this.folder, name)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const source = path.join(this.objects, name)
      await link(source, target).catch((error: NodeJS.ErrnoException) => {
        // Held already, or removed between the two passes.
        if (error.code === 'EEXIST' || error.code === 'ENOENT') return undefined
        // A file system without second names.
        return copyFile(source, target, constants.COPYFILE_EXCL)
      })
    }
  }

  /** Every held file with its name below `objects/`. */
  async *list(): AsyncIterable<{ name: string; file: string; size: number; mtime: Date }> {
    for (const name of await filesBelow(this.folder)) {
      const file = path.join(this.folder, name)
      const { size, mtime } = await stat(file)
      yield { name, file, size, mtime }
    }
  }

  async release(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Names of the files in the folders of a folder, `ab/abcdef…`; none where there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  // Nothing was stored yet.
  const folders = await readdir(folder).catch(() => [])
  const names: string[] = []
  for (const inner of folders.sort()) {
    // A file, or gone.
    const files = await readdir(path.join(folder, inner)).catch(() => [])
    names.push(...files.sort().map((name) => path.join(inner, name)))
  }
  return names
}
