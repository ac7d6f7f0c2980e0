import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

export { expect } from '@playwright/test'

import { paced, SLOWER } from './pace.ts'

/** A member made for one test: confirmed, admitted, nobody else knows her. */
export interface Member {
  id: string
  email: string
  password: string
  username: string
  /** The official client, signed in as her. */
  client: SupabaseClient
}

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

interface Fixtures {
  /** An official client that nobody has signed in with. */
  makeClient: () => Promise<SupabaseClient>
  /** Makes a member through the API alone; `identidad: null` for one who came without the form of /register. */
  makeMember: (options?: {
    username?: string
    confirmed?: boolean
    identidad?: string | null
  }) => Promise<Member>
  /** Gives the page a session of the member's own, as if she had signed in earlier, and opens a path of hers: Home. */
  signIn: (page: Page, member: Member, at?: string) => Promise<void>
  /** Carla of the demonstration data, who is the admin; shared by all tests, so leave her account as it is. */
  admin: Member
  /** Mail that the local mailbox holds for an address, newest first. */
  mailFor: (address: string) => Promise<MailMessage[]>
  /** The newest mail for an address, once there are more than so many. */
  nextMail: (address: string, after?: number) => Promise<MailMessage>
  /** Console errors that this test expects (a refused request, an aborted one). */
  expectedErrors: RegExp[]
  /** Whether the advice about shared phones has been read on this device. */
  hasReadAdvice: boolean
  /** Whether opening a page waits until the app has replaced the prerendered page; only tests of that do not. */
  waitsForApp: boolean
  /** Whether the browser's data saver is on: then the app does not fetch the code of every other screen after its first screen. */
  savesData: boolean
}

/** Where the app keeps the session. */
const SESSION_KEY = 'sesion'

/** What had arrived and was still on the device as its page ended goes once more: the service says that it has it. */
const SENT_AGAIN = /status of 409 \(Conflict\) \/rest\/v1\/\w+$/

let counter = 0

/** Where a test keeps the app's code away, the page stays as it came. */
const APP_MS = paced(3_000)

/** What a test does right after opening a page is meant for the app: on a prerendered page it waits for the app. */
function waitForApp(page: Page): void {
  const open = page.goto.bind(page)
  page.goto = async (...way) => {
    const response = await open(...way)
    await page
      .waitForFunction(() => !document.getElementById('prerendered'), null, { timeout: APP_MS })
      .catch(() => {})
    return response
  }
}

/** What quick exit asks for to know whether its destination answers; on a machine without internet it does not. */
const EXIT_CHECK = 'https://www.google.com/robots.txt'

/** Quick exit asks whether the page outside can be reached, and tells it nothing: the one request that leaves the installation. */
const asksForExit = (request: Request): boolean =>
  request.method() === 'HEAD' && request.url() === EXIT_CHECK && !request.headers().referer

async function slowDown(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  } catch (error) {
    // A page that the test closed at once needs no slowing; Playwright tells that by its words alone.
    if (!/has been closed/.test(String(error))) throw error
  }
}

/** What the local mailbox of a server has for an address: at the port after the server's (`tools/e2e-server.ts`). */
export function mailboxOf(baseURL: string, address: string): string {
  const url = new URL('/_mailbox.json', baseURL)
  url.port = String(Number(url.port) + 1)
  url.searchParams.set('to', address)
  return url.href
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  hasReadAdvice: [true, { option: true }],
  savesData: [true, { option: true }],
  waitsForApp: [true, { option: true }],

  context: async ({ context, baseURL, hasReadAdvice, savesData }, use) => {
    // Playwright's `storageState` would open a page of its own for this in every test.
    if (hasReadAdvice) {
      await context.addInitScript((ours) => {
        if (location.origin !== ours) return
        localStorage.setItem('consejos', 'instalar')
        localStorage.setItem('pasos', 'no')
      }, baseURL)
    }
    if (savesData) {
      await context.addInitScript(() => {
        const { connection } = navigator as { connection?: object }
        if (connection)
          Object.defineProperty(Object.getPrototypeOf(connection), 'saveData', { get: () => true })
      })
    }
    if (SLOWER > 1) context.on('page', slowDown)
    await use(context)
    // What the app asks for as a test ends has no answer any more that a route could read: not a failure of that test.
    await Promise.all(
      [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
    )
  },

  page: async ({ page, baseURL, expectedErrors, waitsForApp }, use) => {
    if (waitsForApp) waitForApp(page)
    const problems: string[] = []
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() !== 'error' || message.location().url === EXIT_CHECK) return
      const { pathname } = new URL(message.location().url || 'about:blank')
      problems.push(`${message.text()} ${pathname}`)
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      const ours = origin === baseURL || protocol === 'data:' || protocol === 'blob:'
      if (!ours && !request.isNavigationRequest() && !asksForExit(request))
        problems.push(`request to a third party: ${origin}`)
    })
    await use(page)
    const expected = [...expectedErrors, SENT_AGAIN]
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'errors in the console').toEqual([])
  },

  mailFor: async ({ request, baseURL }, use) => {
    await use(async (address) => {
      const response = await request.get(mailboxOf(baseURL!, address))
      expect(response.status()).toBe(200)
      // Notices of security come besides what a test asks for; a test about them reads the mailbox itself.
      return ((await response.json()) as MailMessage[]).filter(
        ({ subject }) => subject !== 'Un aviso de tu cuenta',
      )
    })
  },

  nextMail: async ({ mailFor }, use) => {
    await use(async (address, after = 0) => {
      await expect.poll(async () => (await mailFor(address)).length).toBe(after + 1)
      return (await mailFor(address))[0]!
    })
  },

  makeClient: async ({ baseURL, request }, use) => {
    await use(async () => {
      const { anonKey } = (await (await request.get('/config.json')).json()) as { anonKey: string }
      return createClient(baseURL!, anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        // Node 20 has none of its own.
        realtime: { transport: WebSocket as never },
      })
    })
  },

  makeMember: async ({ request, makeClient, nextMail }, use) => {
    await use(async ({ username = 'Ana Prueba', confirmed = true, identidad = 'mujer cis' } = {}) => {
      const client = await makeClient()
      const email = `ana-${process.pid}-${Date.now()}-${++counter}@ejemplo.mx`
      const password = `clave-${email}`.slice(0, 40)
      const { data, error } = await client.auth.signUp({
        email,
        password,
        options: { data: { username, ...(identidad && { identidad_genero: identidad }) } },
      })
      expect(error).toBeNull()
      if (confirmed) {
        // The button of the page that the link opens.
        const { links } = await nextMail(email)
        await request.post(links[0]!, { form: { accion: 'confirmar' }, maxRedirects: 0 })
        const signedIn = await client.auth.signInWithPassword({ email, password })
        expect(signedIn.error).toBeNull()
      }
      return { id: data.user!.id, email, password, username, client }
    })
  },

  admin: async ({ makeClient }, use) => {
    const client = await makeClient()
    const email = 'carla@amparo.test'
    const password = 'Amparo-demo-2026'
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
    await use({ id: data.user!.id, email, password, username: 'Carla', client })
  },

  signIn: async ({ baseURL, request }, use) => {
    await use(async (page, { email, password }, at = '/') => {
      const { anonKey } = (await (await request.get('/config.json')).json()) as { anonKey: string }
      const answer = await request.post('/auth/v1/token?grant_type=password', {
        headers: { apikey: anonKey },
        data: { email, password },
      })
      expect(answer.status()).toBe(200)
      // Written when the page opens, before the app looks for it; and not again when she is out and the page opens once more.
      const planted = await page.addInitScript(
        ([ours, key, session]) => {
          if (location.origin === ours) localStorage.setItem(key!, session!)
        },
        [baseURL, SESSION_KEY, await answer.text()],
      )
      await page.goto(at)
      await planted.dispose()
      if (at === '/') await expect(page).toHaveURL(`${baseURL}/`)
    })
  },
})

/** From here on only the test moves the page's clock, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}
