import type { Entry, Shelf } from '../offline/queueEntry.ts'

/** A device for tests, as the queue sees one: what it keeps outlives the pages of a test, and its disk can fail, or answer `late`. */
export function memoryDevice() {
  const rows = new Map<string, Entry<unknown>>()
  const disk = { full: false, stuck: false, denied: false, writes: 0, late: null as Promise<void> | null }
  const answer = async () => {
    if (disk.late) await disk.late
    if (disk.stuck) await new Promise(() => {})
  }
  const shelf: Shelf = {
    async put(lane, row) {
      disk.writes++
      await answer()
      if (disk.full) throw new DOMException('full', 'QuotaExceededError')
      rows.set(`${lane} ${row.owner} ${row.id}`, structuredClone(row))
    },
    async all(lane, owner) {
      await answer()
      if (disk.denied) throw new DOMException('denied', 'SecurityError')
      return [...rows].flatMap(([key, row]) =>
        key.startsWith(`${lane} ${owner} `) ? [structuredClone(row)] : [],
      )
    },
    async remove(lane, owner, id) {
      await answer()
      rows.delete(`${lane} ${owner} ${id}`)
    },
  }
  return { rows, disk, shelf }
}

/** A service for tests whose functions are called through `ask`: what it was told, and whether it can be reached. */
export function memoryService() {
  const told: [name: string, args: Record<string, unknown>][] = []
  const service = {
    told,
    line: 'up' as 'up' | 'down' | Error,
    /** What every function returns. */
    answer: null as unknown,
    names: () => told.map(([name]) => name),
    ask: async (question: (db: never, signal: AbortSignal) => unknown) => {
      if (service.line === 'down') throw new TypeError('Failed to fetch')
      if (service.line !== 'up') throw service.line
      const rpc = (name: string, args: Record<string, unknown>) => told.push([name, args])
      question({ rpc } as never, new AbortController().signal)
      return service.answer
    },
  }
  return service
}
