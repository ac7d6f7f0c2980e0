import { inTab } from '../../lib/device/storage.ts'
import { startWorker } from '../../lib/device/worker.ts'
import type { Following, Known } from './followAlerta.ts'
import { keyOf } from './keptAlerta.ts'

/*
 * While an alert is open, a reload without a network shows what its page knew. What it knew says who, where and since when, and is the
 * tab's. What the page runs on are files that are the same for everybody, in a cache from which the worker answers (`sw/appFiles.ts`). The
 * worker is one of its own, apart from a member's and from that of a contact's notices, so that it can go with the alert. All of it goes
 * once the service says that the alert is over, or that this link shows nothing.
 */

const CACHE = 'alerta'
const SCOPE = '/alerta/'

/** For as long as `following` hears of it. */
export function keepWhileOpen(codigo: string, { get, subscribe }: Following): void {
  let isKept = false
  const keep = () => {
    const { vista, vistaEn, saliendo, falloDesde } = get()
    if (vista === undefined) return
    if (vista?.estado === 'abierta') {
      inTab.setItem(keyOf(codigo), JSON.stringify({ vista, vistaEn, saliendo } satisfies Known))
      // What did not come on a bad line is asked for again on the next good one.
      if (falloDesde === null && !isKept) inTurn(keepPage)
      isKept = falloDesde === null
    } else {
      inTab.removeItem(keyOf(codigo))
      inTurn(forgetPage)
    }
  }
  keep()
  subscribe(keep)
}

/** One after the other: what began before stores nothing after it was erased. */
let turn = Promise.resolve()
function inTurn(work: () => Promise<void>): void {
  // A browser that refuses (private window, full disk) shows the alert all the same, with a connection.
  turn = turn.then(work).catch(() => {})
}

async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD) return
  await startWorker(SCOPE)
  await (await caches.open(CACHE)).addAll(filesOfPage())
}

/** The plain page of the app, and what this page has loaded. */
function filesOfPage(): string[] {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(?:assets\/|otra-vez\.js$)/.test(pathname),
    )
    .map(({ pathname }) => pathname)
  return ['/?app', ...new Set(loaded)]
}

async function forgetPage(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations()
  for (const worker of workers) if (worker.scope.endsWith(SCOPE)) await worker.unregister()
  // Besides ours, the one that is named after the worker's scope.
  for (const name of await caches.keys())
    if (name === CACHE || name.endsWith(SCOPE)) await caches.delete(name)
}
