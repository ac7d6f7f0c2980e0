import { afterEach, expect, it, vi } from 'vitest'

const { exit } = vi.hoisted(() => ({ exit: { url: undefined as string | undefined } }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../installation/config.ts', () => ({ knownConfig: () => ({ exitUrl: exit.url }) }))
const { quickExit } = await import('./quickExit.ts')
const { brand } = await import('../installation/brand.ts')

afterEach(() => vi.unstubAllGlobals())

/** Leaves where every page answers. @returns where to, and what was asked */
async function leaving(url: string | undefined) {
  exit.url = url
  const asked: string[] = []
  const left = vi.fn()
  vi.stubGlobal('document', {
    title: '',
    documentElement: { classList: { add: () => {} } },
    body: { replaceChildren: () => {} },
    addEventListener: () => {},
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { replace: left })
  vi.stubGlobal('caches', { match: async () => new Response() })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response()
  })
  quickExit()
  await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1))
  return { to: left.mock.calls[0]![0] as string, asked }
}

it('leaves for the page of the setting, once that page’s own origin has answered', async () => {
  expect(await leaving('https://clima.example/hoy')).toEqual({
    to: 'https://clima.example/hoy',
    asked: ['https://clima.example/robots.txt', '/robots.txt'],
  })
})

// A build for another host has it by hand, or empty.
it.each([undefined, ''])('leaves for the product’s own page where the setting is %j', async (url) => {
  expect((await leaving(url)).to).toBe(brand.exitUrl)
})

it.each(['clima.example', '/landing', 'http://', 'javascript:0'])(
  'leaves all the same, for the page that the device keeps, where the setting is %j',
  async (url) => {
    expect((await leaving(url)).to).toBe(brand.offlineExitPath)
  },
)
