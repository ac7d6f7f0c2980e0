import { readdir, readFile } from 'node:fs/promises'

/** Of what the machine's processors do: how much is this program and what it started, how much is others'. */
export class ProcessorTime {
  /** @type {{ ours: number, busy: number, all: number } | undefined} */
  #before

  /** @param {string} postmaster file of a PostgreSQL that is ours too, in its first line the number of its process */
  constructor(postmaster) {
    this.postmaster = postmaster
  }

  /** Shares of all processors since the last call, between 0 and 1; of the first call since now. */
  async since() {
    const before = this.#before
    const now = await this.#count()
    this.#before = now
    const all = before ? now.all - before.all : 0
    if (!before || all === 0) return { ours: 0, others: 0 }
    // A process that ended between the two was counted by whom it was waited for, or not at all.
    const ours = Math.max(0, now.ours - before.ours) / all
    return { ours, others: Math.max(0, (now.busy - before.busy) / all - ours) }
  }

  async #count() {
    const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
    const ticks = first.split(/\s+/).slice(1, 9).map(Number)
    const all = ticks.reduce((sum, one) => sum + one, 0)
    // Third and fourth: idle, and idle until a disk answers.
    const busy = all - (ticks[3] ?? 0) - (ticks[4] ?? 0)
    const roots = new Set([process.pid, Number.parseInt(await readFile(this.postmaster, 'utf8'), 10)])
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const processes =
      // What has ended meanwhile has no file.
      (await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))))
        .filter(Boolean)
        .map((text) => {
          // After the name, which may hold anything: state, parent; from the twelfth its ticks and those of children that ended.
          const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
          const used = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
          return { pid: Number.parseInt(text, 10), parent: Number(fields[1]), used }
        })
    const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]))
    const isOurs = (/** @type {number | undefined} */ pid) => {
      for (let one = pid; one; one = parents.get(one)) if (roots.has(one)) return true
      return false
    }
    const ours = processes.reduce((sum, { pid, used }) => sum + (isOurs(pid) ? used : 0), 0)
    return { ours, busy, all }
  }
}
