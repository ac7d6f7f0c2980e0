import { open, stat } from 'node:fs/promises'

/** Every line of a log, also of one that is put aside (`server.log.1`) and begun anew meanwhile. */
export class LogReader {
  #rest = ''
  #at = 0
  /** @type {number | undefined} inode of the file that was read last */
  #inode

  /** @param {string} file what is written now; the one before it is `FILE.1` */
  constructor(file) {
    this.file = file
    this.lines = 0
  }

  /**
   * What was written since the last call; ask before two files have been put aside.
   * @returns {Promise<string[]>} whole lines
   */
  async next() {
    // Not there yet, or just between two files: the next call reads it.
    const found = await stat(this.file).catch(() => undefined)
    if (!found) return []
    let text = ''
    if (this.#inode !== undefined && this.#inode !== found.ino) {
      const before = `${this.file}.1`
      // One that is not there is not the one that was read.
      if ((await stat(before).catch(() => undefined))?.ino !== this.#inode)
        throw new Error('lines were lost: the log was put aside twice')
      text = await this.#read(before)
      this.#at = 0
    }
    this.#inode = found.ino
    text = this.#rest + text + (await this.#read(this.file))
    const lines = text.split('\n')
    this.#rest = lines.pop() ?? ''
    this.lines += lines.length
    return lines
  }

  /** @param {string} file */
  async #read(file) {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      const bytes = Buffer.alloc(Math.max(0, size - this.#at))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#at)
      this.#at += bytesRead
      return bytes.toString('utf8', 0, bytesRead)
    } finally {
      await handle.close()
    }
  }
}
