import { describe, expect, it } from 'vitest'
import { routes, screens, UNSEEN } from './lib/screens.ts'

/** `tools/lib/screens.ts` takes the routes from the text of routes.tsx: what it finds there is what the app has. */

/** `routes.tsx` itself. Its path is in a variable: the app's files are checked with settings of their own. */
async function asTheAppReads() {
  const file = '../app/src/app/routes.tsx'
  const app: { routes: { path: string; access: string }[] } = await import(/* @vite-ignore */ file)
  return app.routes
}

describe('a screen', () => {
  it('is read from routes.tsx as the app reads it', async () => {
    expect(routes()).toEqual((await asTheAppReads()).map(({ path, access }) => ({ path, access })))
  })

  it('is opened by the tests of all screens', () => {
    const opened = Object.values(screens()).flat()
    expect(opened.length).toBeGreaterThanOrEqual(routes().length - UNSEEN.size)
    expect([...UNSEEN.keys()].filter((path) => !routes().some((route) => route.path === path))).toEqual([])
  })
})
