import path from 'node:path'
import type { BrowserContext, Locator, Page, Request, Route } from '@playwright/test'
import { routes, screens } from '../scripts/lib/screens.mjs'
import { test as base, expect } from './fixtures.ts'
import { paced } from './pace.ts'
import { enterRoom, expectNoSidewaysScroll, goWithin, REFUSED_LIVE, toast } from './pages/app.ts'
import {
  type Form,
  field,
  fill,
  inFront,
  inHerWay,
  ROOMS,
  send,
  typedIn,
  type Who,
  type World,
} from './rooms.ts'

/*
 * What holds in every room and form, whatever becomes of the network: nothing typed is lost, nothing is claimed that did not happen, she
 * hears within ten seconds how it ended (four without a network), and the way out and the number of help are within reach.
 * A member's rooms and forms run with every `npm test`; `AMPARO_ROOMS=all` tries everybody's, and each form in every way of failing.
 */

/** Comes in as one of them, and waits until the house has settled. */
const test = base.extend<{ enter: (who: Who) => Promise<World> }>({
  enter: async ({ page, admin, makeMember, makeClient, nextMail, signIn }, use) => {
    await use(async (who) => {
      const her = who === 'visitor' ? null : who === 'admin' ? admin : await makeMember()
      if (her) await signIn(page, her, '/')
      else await page.goto('/legal')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      return { page, her, admin, makeMember, makeClient, nextMail, signIn }
    })
  },
})

const ALL = Boolean(process.env.AMPARO_ROOMS)
const API = /\/(auth|rest|storage|functions)\/v1\//

/** What becomes of requests: of all of them, or of the one that carries a form. */
const never = () => {}
const cut = (route: Route) => route.abort('connectionfailed')
const broken = (route: Route) => route.fulfill({ status: 500, json: { message: 'roto', code: 'XX000' } })
const refused = (route: Route) => route.fulfill({ status: 401, json: { message: 'no', code: '' } })
/** It arrived, and she never hears of it. */
const unheard = async (route: Route) => {
  await route.fetch().catch(() => {})
  // What is unrouted meanwhile has been let go its way.
  await route.abort('connectionreset').catch(() => {})
}

const isOf =
  ({ request: path, body = /^/ }: Form) =>
  (request: Request) =>
    path.test(request.url()) &&
    !['GET', 'HEAD', 'OPTIONS'].includes(request.method()) &&
    body.test(request.postData() ?? '')

async function answer(context: BrowserContext, form: Form, how: (route: Route) => unknown): Promise<void> {
  await context.unroute(API)
  const carries = isOf(form)
  await context.route(API, (route) => (carries(route.request()) ? how(route) : route.fallback()))
}

/** Timers of the page, and what they set off, as if so much time had passed; after each second what `heard` waits for. */
async function passes(page: Page, ms: number, heard = async () => {}): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await heard()
    await page.clock.runFor(1_000)
  }
  await heard()
}

/**
 * What a page asks leaves, and what is refused is heard of, in real time, which the clock of the page does not know: on a busy machine its
 * seconds would pass first.
 *
 * @returns how often the page has asked; and what waits until all of that has been refused, and the page knows
 */
function listen(page: Page) {
  const open = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    if (!API.test(request.url())) return
    open.add(request)
    asked += 1
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request))
  const heard = async () => {
    await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
    await page.evaluate(() => {})
  }
  return { asked: () => asked, heard }
}

/** Her live connections, which a dead network takes along. @returns ends them, and every later one */
async function holdLive(page: Page): Promise<() => void> {
  let dead = false
  const ends: (() => void)[] = []
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (dead) return socket.close()
    const server = socket.connectToServer()
    ends.push(() => {
      server.close()
      socket.close()
    })
  })
  return () => {
    dead = true
    for (const end of ends) end()
  }
}

const waitingIn = (page: Page) =>
  page
    .getByRole('main')
    .locator('[role="status"]:has-text("Cargando"), [aria-busy="true"]')
    .filter({ visible: true })

/** What is wrong in a room while nothing answers: it still waits, or she cannot leave. */
async function wrongIn(page: Page): Promise<string[]> {
  const waiting = waitingIn(page)
  const wrong = await inHerWay(page)
  // What was heard of is drawn in real time.
  await expect(waiting)
    .toHaveCount(0, { timeout: paced(2_000) })
    .catch(() => {})
  const still = await waiting.evaluateAll((all) =>
    all.map((one) => one.textContent || one.outerHTML.slice(0, 80)),
  )
  return [...wrong, ...still.map((what) => `still waits: ${what}`)]
}

/** Opens every room that somebody may enter, with a network that became this. */
async function walk(
  page: Page,
  paths: string[],
  ms: number,
  { asked, heard }: { asked: () => number; heard?: () => Promise<void> },
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const at of paths) {
    // Its code, and what it asks, come in real time; what it then waits for is the clock's.
    const before = asked()
    await enterRoom(page, at)
    if ((await waitingIn(page).count()) > 0)
      await expect
        .poll(asked, { timeout: paced(3_000) })
        .toBeGreaterThan(before)
        .catch(() => {})
    await passes(page, ms, heard)
    const wrong = await wrongIn(page)
    if (wrong.length > 0) found[at] = wrong
  }
  return found
}

// A call asks for camera and microphone (llamada.spec.ts); pages for links of others stand alone (confianza.spec.ts, alerta.spec.ts).
const APART = /^\/(llamada|confianza|alerta)\//
const pathsOf = (who: Who) => screens()[who].filter((at) => !APART.test(at))

const formsOf = (who: Who) =>
  routes().flatMap(({ path: at, access }) =>
    (ROOMS[at] ?? [])
      .filter((form) => (form.as ?? whoEnters(access)) === who)
      .map((form) => ({
        at,
        form,
        name: [`${at}, ${form.files.map((file) => path.basename(file, '.tsx')).join()}`, form.draft]
          .filter(Boolean)
          .join(', '),
      })),
  )
const whoEnters = (access: string): Who =>
  access === 'admin' ? 'admin' : access === 'miembro' ? 'member' : 'visitor'

async function begin(page: Page, at: string, form: Form): Promise<Record<string, string>> {
  await goWithin(page, at)
  await form.open?.(page)
  return fill(page, form)
}

/** A long text is no field of the browser's. */
async function expectTyped(place: Locator, text: string, what: string): Promise<void> {
  if (await place.getAttribute('contenteditable')) await expect(place, what).toHaveText(text)
  else await expect(place, what).toHaveValue(text)
}

async function expectKept(
  page: Page,
  form: Form,
  typed: Record<string, string>,
  labels = Object.keys(typed),
): Promise<void> {
  for (const label of labels)
    await expectTyped(field(page, form, label), typed[label]!, `«${label}» is still there`)
}

const claim = (page: Page, { success }: Form) => page.getByText(success ?? 'nunca se dice', { exact: false })

/** Looked at again where a dialog was just closing: one look at a dialog that goes meanwhile takes four seconds. */
const expectFree = (page: Page) =>
  expect(async () => expect(await inHerWay(page)).toEqual([])).toPass({ timeout: paced(15_000) })

async function expectNothingClaimed(page: Page, form: Form): Promise<void> {
  await expect(claim(page, form), 'nothing is claimed').toHaveCount(0)
  await expectFree(page)
  await expectNoSidewaysScroll(page)
}

/** What waits behind a dialog waits for that; a question without a form waits too. */
const notBusy = (page: Page) =>
  expect(
    inFront(page)
      .locator('form [aria-busy="true"]')
      .or(page.locator('dialog[open]').last().locator('[aria-busy="true"]')),
  ).toHaveCount(0)

/** It fails, she comes back to it, and presses twice. */
async function losesNothing(page: Page, context: BrowserContext, at: string, form: Form): Promise<void> {
  const typed = await begin(page, at, form)
  // What waits for a network is kept by a service that breaks.
  await answer(context, form, form.waits ? broken : cut)
  await send(page, form)
  await notBusy(page)
  await expectKept(page, form, typed)
  await expectNothingClaimed(page, form)

  await page.reload()
  await form.open?.(page)
  await expectKept(page, form, typed, form.survives)
  await fill(page, form)
  let asked = 0
  await answer(context, form, async (route) => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue().catch(() => {})
  })
  await send(page, form, { twice: true })
  if (form.success) await expect(claim(page, form).first()).toBeVisible()
  await notBusy(page)
  expect(asked, 'a double press sends once').toBe(1)
  await expectNoSidewaysScroll(page)
}

const EVERYBODY = ['visitor', 'member', 'admin'] as const

test.describe('every room and form', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  test('has a line in the table', () => {
    const known = routes().map(({ path: at }) => at)
    expect(Object.keys(ROOMS).sort()).toEqual(known.toSorted())
  })

  for (const who of ALL ? EVERYBODY : (['member'] as const)) {
    // Two tests and not one: together they take longer than a busy machine gives to a test.
    test(`no room of a ${who} waits for ever, or holds her, with a dead network`, async ({
      page,
      context,
      enter,
    }) => {
      test.skip(!ALL, 'with the proof')
      test.slow()
      await page.clock.install()
      const cutLive = await holdLive(page)
      await enter(who)
      await context.route(API, cut)
      cutLive()
      expect(await walk(page, pathsOf(who), 4_000, listen(page))).toEqual({})
    })

    test(`no room of a ${who} waits for ever, or holds her, without answers`, async ({
      page,
      context,
      enter,
    }) => {
      test.slow()
      await page.clock.install()
      const cutLive = await holdLive(page)
      await enter(who)
      const { asked } = listen(page)
      cutLive()
      await context.route(API, never)
      await page.goto(who === 'visitor' ? '/legal' : '/')
      expect(await walk(page, pathsOf(who), 11_000, { asked })).toEqual({})
    })

    // What is asked about who she is goes on being answered: refused too, it would lead her out of every room (fin.spec.ts).
    for (const [answers, how, of] of [
      [500, broken, API],
      [401, refused, /\/(rest|storage|functions)\/v1\//],
    ] as const)
      test(`no room of a ${who} waits for ever, or holds her, with answers of ${answers}`, async ({
        page,
        context,
        enter,
      }) => {
        test.skip(!ALL, 'with the proof')
        test.slow()
        await page.clock.install()
        await holdLive(page)
        await enter(who)
        await context.route(of, how)
        expect(await walk(page, pathsOf(who), 11_000, listen(page))).toEqual({})
      })
  }

  test('the forms of a member lose nothing, claim nothing, and send once', async ({
    page,
    context,
    enter,
  }) => {
    test.slow()
    await enter('member')
    const wrong: string[] = []
    for (const { at, form, name } of formsOf('member')) {
      if (form.rare) continue
      const tried = test.step(name, () => losesNothing(page, context, at, form))
      // One that fails does not hide what the next ones do.
      await tried.catch((failure: Error) => wrong.push(`${name}: ${failure.message}`))
      await context.unroute(API)
    }
    expect(wrong).toEqual([])
  })
})

/** The ways of failing that only the proof tries, each on a page of its own. */
const WAYS: Readonly<
  Record<string, (page: Page, context: BrowserContext, at: string, form: Form) => Promise<void>>
> = {
  'no network before': async (page, context, at, form) => {
    await goWithin(page, at)
    await form.open?.(page)
    // What sends it may be called otherwise until it is filled in.
    const [first] = Object.keys(form.fields)
    const button = (form.within ?? inFront)(page).getByRole('button', { name: form.button, exact: true })
    await (first ? field(page, form, first) : button).waitFor()
    await context.setOffline(true)
    await endsWell(page, form, await fill(page, form))
  },
  'no network at the press': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    await answer(context, form, cut)
    await endsWell(page, form, typed)
  },
  'it arrives, and the line dies': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    await answer(context, form, unheard)
    await send(page, form)
    await notBusy(page)
    // Her other connections, or a look that she did not ask for, may have told her meanwhile that it is there, which is then the truth.
    await expect(async () => {
      if ((await claim(page, form).count()) > 0) return
      for (const [label, text] of Object.entries(typed)) {
        const one = field(page, form, label)
        if ((await one.count()) > 0 && (await typedIn(one)) === text) continue
        expect(await page.getByText(text.slice(0, 40)).count(), `«${label}» is on screen`).toBeGreaterThan(0)
      }
    }).toPass({ timeout: paced(10_000) })
    await expectFree(page)
  },
  'it arrives, the line dies, and she presses again': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    await answer(context, form, unheard)
    await send(page, form)
    await notBusy(page)
    const made: string[] = []
    await answer(context, form, async (route) => {
      const response = await route.fetch().catch(() => null)
      if (response?.status() === 201) made.push(route.request().url())
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
    })
    // Her other connections may have told her meanwhile that it is there: then there is nothing to press.
    const button = (form.within ?? inFront)(page).getByRole('button', { name: form.button, exact: true })
    const [[label, text] = ['', '']] = Object.entries(typed)
    const one = field(page, form, label)
    if ((await button.count()) === 0 || (await one.count()) === 0 || (await typedIn(one)) !== text) return
    // Or they tell her as she aims at it: a press that was made ends before its answer takes the button away.
    const told = button.waitFor({ state: 'detached' }).then(() => false)
    const sent = send(page, form).then(() => true)
    for (const left of [told, sent]) left.catch(() => {})
    if (!(await Promise.race([sent, told]))) return
    await notBusy(page)
    const said = form.again ?? form.success
    if (said) await expect(page.getByText(said).first(), 'it is said to be there').toBeVisible()
    if (form.again !== null) expect(made, 'there is one of it').toEqual([])
  },
  'the server dies at the press, and stays dead': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    const carries = isOf(form)
    let dead = false
    await context.unroute(API)
    await context.route(API, (route) => {
      dead ||= carries(route.request())
      return dead ? route.abort('connectionreset') : route.fallback()
    })
    await endsWell(page, form, typed)
  },
  'no answer': async (page, context, at, form) => {
    await page.clock.install()
    const typed = await begin(page, at, form)
    await answer(context, form, never)
    const asked = page.waitForRequest(isOf(form))
    await send(page, form)
    await asked
    await passes(page, 11_000)
    await settled(page, form, typed)
  },
  'an answer of 500': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    await answer(context, form, broken)
    await endsWell(page, form, typed)
  },
  'an answer of 401': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    await answer(context, form, refused)
    await endsWell(page, form, typed)
  },
  'two tabs': async (page, context, at, form) => {
    const other = await context.newPage()
    await other.goto(page.url())
    await begin(other, at, form)
    const labels = Object.keys(form.fields)
    await field(other, form, labels[0]!).fill('otra')
    const theirs = await typedIn(field(other, form, labels[0]!))
    await begin(page, at, form)
    await answer(context, form, (route) => route.continue())
    await send(page, form)
    if (form.success) await expect(claim(page, form).first()).toBeVisible()
    await expectTyped(field(other, form, labels[0]!), theirs, 'the other tab keeps its own')
    await other.close()
  },
  'again after a reload, and a double press': losesNothing,
  'a reload in the middle': async (page, context, at, form) => {
    const typed = await begin(page, at, form)
    const carries = isOf(form)
    let dead = false
    await context.unroute(API)
    await context.route(API, (route) =>
      dead ? cut(route) : carries(route.request()) ? never() : route.fallback(),
    )
    const asked = page.waitForRequest(carries)
    await send(page, form)
    await asked
    dead = true
    await page.reload()
    if (form.waits) await expect(claim(page, form)).toHaveCount(0)
    else {
      if (form.loads) {
        await context.unroute(API)
        await page.reload()
      }
      await form.open?.(page)
      await expectKept(page, form, typed, form.survives)
      await expectNothingClaimed(page, form)
    }
  },
}

/** She pressed, and it did not arrive: it waits on the device and says so, or it is all still before her. */
async function endsWell(page: Page, form: Form, typed: Record<string, string>): Promise<void> {
  await send(page, form)
  await settled(page, form, typed)
}

/** What the house says beside an entry that waits on the device. */
const HELD = 'se enviará en cuanto haya conexión'

async function settled(page: Page, form: Form, typed: Record<string, string>): Promise<void> {
  await notBusy(page)
  // A toast goes after seconds; what stands beside the entry stays.
  const waits = form.waits ? toast(page, form.waits).or(page.getByText(HELD)).first() : null
  if (waits && (await waits.isVisible())) await expectFree(page)
  else {
    await expectKept(page, form, typed)
    await expectNothingClaimed(page, form)
  }
}

if (ALL) {
  test.describe('the whole matrix', { tag: '@phone' }, () => {
    test.use({ expectedErrors: [/./] })
    for (const who of EVERYBODY) {
      for (const { at: room, form, name } of formsOf(who)) {
        for (const [way, tried] of Object.entries(WAYS)) {
          if (form.alone && way === 'two tabs') continue
          test(`${name}: ${way}`, async ({ page, context, enter }) => {
            const world = await enter(who)
            await tried(page, context, (await form.given?.(world)) ?? room, form)
          })
        }
      }
    }
  })
}
