import { trusted } from './trusted-types.ts'

/** Puts the worker of a scope in place, and waits until it runs. */
export async function startWorker(scope: string): Promise<ServiceWorkerRegistration> {
  const worker = await navigator.serviceWorker.register(trusted.createScriptURL('/sw.js'), { scope })
  const coming = worker.installing ?? worker.waiting
  if (!worker.active && coming) {
    await new Promise<void>((resolve, reject) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve()
        else if (coming.state === 'redundant') reject(new DOMException('the worker went away', 'AbortError'))
      })
    })
  }
  return worker
}
