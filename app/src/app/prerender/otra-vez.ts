/*
 * Where the page's own code did not come, on a network that loses things, nothing else could say so or try again. This file is small and asks
 * for nothing else. `main.tsx` says when it has begun (`data-code`), `src/app/prerender/later.ts` that it
 * has not been asked for yet, and that it did not come.
 */
const page = document.documentElement

const say = () => {
  if (document.getElementById('otra-vez')) return
  const text = document.createElement('p')
  text.id = 'otra-vez'
  text.setAttribute('role', 'status')
  text.style.cssText = 'margin:0;padding:1.5rem 1rem;font:1.125rem/1.5 system-ui,sans-serif'
  text.textContent = 'Esta página todavía no abre. Seguimos intentando: no la cierres.'
  document.body.append(text)
}

/** Whether the server answers for everything that the page needs. What has come stays in the browser's cache. */
const reach = async () => {
  const needed = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[type=module][src], link[rel=modulepreload]',
  )
  const urls = [...needed].map((one) => ('src' in one ? one.src : one.href))
  await Promise.all(urls.map((url) => fetch(url, { signal: AbortSignal.timeout(20000) })))
}

const wait = (pause: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, pause)
    addEventListener('online', resolve, { once: true })
  })

const look = async () => {
  if (page.dataset.code) return
  say()
  // A browser that cannot run this code at all would go round and round: not more often than this.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const pauses = entry?.type === 'reload' ? [15000] : [1000, 2000, 5000, 10000]
  for (let times = 0; ; times++) {
    await wait(pauses[Math.min(times, pauses.length - 1)] ?? 15000)
    try {
      await reach()
      return location.reload()
    } catch {
      // Not yet.
    }
  }
}

addEventListener('sin-codigo', look)
if (document.readyState === 'complete') look()
else addEventListener('load', look)

export {}
