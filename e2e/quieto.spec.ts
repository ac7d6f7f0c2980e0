import type { BrowserContext, Page } from '@playwright/test'
import { screens } from '../scripts/lib/screens.mjs'
import { expect, type Member, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { REFUSED_LIVE, watchShifts } from './pages/app.ts'
import { invite } from './pages/contacts.ts'
import { addContact, BEA, LUCIA } from './pages/safety.ts'

/*
 * Nothing moves once it is drawn, on any route: she aims at «Llamar al 911», and hits it. Counted by the browser itself (Layout Instability API),
 * on a line on which every answer of the service comes after the page has been drawn without it.
 */

const API = /\/(rest|storage|functions)\/v1\//
/** Later than what is drawn without the answer, sooner than anybody would call it lost. */
const ANSWERS_MS = 350

const late = (context: BrowserContext) =>
  context.route(API, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
    await route.continue().catch(() => {})
  })

/** Two contacts, one of whom was invited, and something in what Home and the agenda show. */
async function furnish(her: Member): Promise<void> {
  await invite(her)
  await addContact(her, BEA)
  const { error } = await her.client
    .from('agenda_personal')
    .insert({ user_id: her.id, titulo: 'Cita', tipo: 'cita', fecha: '2199-12-31', hora: '17:05' })
  expect(error).toBeNull()
}

test.describe('nothing moves once it is drawn', () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  for (const who of ['visitor', 'member', 'admin'] as const) {
    test(`for a ${who}, on a first visit and again`, { tag: '@long' }, async ({
      page,
      context,
      admin,
      makeMember,
      signIn,
    }) => {
      test.setTimeout(600_000)
      const moved = await watchShifts(page)
      if (who === 'member') {
        const her = await makeMember()
        await furnish(her)
        await signIn(page, her)
      } else if (who === 'admin') await signIn(page, admin)
      await late(context)
      const found: Record<string, string[]> = {}
      for (const path of screens()[who])
        for (const visit of ['first', 'again']) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await expect(page.getByText('Cargando…')).toHaveCount(0)
          const shifts = await moved()
          if (shifts.length > 0) found[`${path}, ${visit}`] = shifts
        }
      expect(found).toEqual({})
    })
  }

  // However many there are: a placeholder as long as most weeks, or as most days, fits some alone.
  for (const [path, table, many, there] of [
    ['/biblioteca', 'biblioteca_libros', [0, 1, 2, 6], 'Cuadernos para un momento difícil'],
    ['/agenda', 'agenda_personal', [1, 4], 'Nuevo evento'],
    ['/podcast', 'podcast', [0, 1], 'Si hoy prefieres otra cosa'],
  ] as const) {
    test(`on a first visit of ${path}, whatever it holds`, { tag: '@phone' }, async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      const moved = await watchShifts(page)
      await signIn(page, await makeMember(), '/legal')
      await late(context)
      const fecha = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
      const row = (n: number) => ({
        id: `00000000-0000-4000-8000-00000000000${n}`,
        titulo: n % 2 ? 'Un título que ocupa varias líneas de un teléfono pequeño' : 'Corto',
        ...{
          agenda_personal: {
            tipo: 'cita',
            fecha,
            hora: `1${n}:00:00`,
            notificar: true,
            actualizado_en: new Date().toISOString(),
          },
          biblioteca_libros: { autor: 'Amparo', url_pdf: '/x.pdf', archivo_version: null },
          podcast: { fecha_creacion: `${fecha}T12:00:00Z`, url_audio: '/x.mp3', capitulos: [] },
        }[table],
      })
      for (const count of many) {
        await page.route(`**/rest/v1/${table}?*`, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
          await route.fulfill({ json: Array.from({ length: count }, (_, n) => row(n)) })
        })
        await page.goto(path)
        await expect(page.getByRole('heading', { name: there })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(await moved(), `${count} in ${path}`).toEqual([])
        await page.unroute(`**/rest/v1/${table}?*`)
        await page.evaluate(() => indexedDB.deleteDatabase('espacio'))
      }
    })
  }

  test('on her safety, while her contacts are on their way and once they are here', {
    tag: ['@phone', '@long'],
  }, async ({ page, context, makeMember, signIn }) => {
    const her = await makeMember()
    await furnish(her)
    const moved = await watchShifts(page)
    await late(context)
    await signIn(page, her, '/seguridad')
    for (const _ of ['first', 'again']) {
      await expect(page.getByRole('button', { name: 'Probar sin alertar' })).toBeVisible()
      await expect(page.getByText('Bea', { exact: true })).toBeAttached()
      await expect(page.getByText('Cargando…')).toHaveCount(0)
      expect(await moved()).toEqual([])
      await page.goto('/seguridad')
    }
  })
})

/** Holds what is asked for at such an address. @returns lets it go on */
async function hold(context: BrowserContext, what: RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await context.route(what, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  return letGo
}

/** The largest text so far, as the browser tells it (Largest Contentful Paint): each that was larger than all before it. */
async function watchLargest(page: Page) {
  await page.addInitScript(() => {
    const largest: string[] = []
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as unknown as { element: Element | null }[])
        largest.push(element?.textContent?.trim() ?? '')
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    Object.assign(window, { largest })
  })
  return () => page.evaluate(() => [...(window as unknown as { largest: string[] }).largest])
}

test.describe('what is seen first', () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  for (const [who, state, contacts] of [
    ['with contacts of whom none said yes', 'Falta que alguien acepte y elija cómo recibirla.', [LUCIA, BEA]],
    ['without a contact', 'Falta un contacto de prioridad 1.', []],
  ] as const)
    test(`her safety has its largest text before any answer, ${who}`, { tag: '@phone' }, async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      const her = await makeMember()
      for (const contact of contacts) await addContact(her, contact)
      const seen = await watchLargest(page)
      const answer = await hold(context, API)
      await signIn(page, her, '/seguridad')
      await expect(page.getByRole('button', { name: 'Botón de pánico' })).toBeVisible()
      await expect.poll(async () => (await seen()).at(-1)).toMatch(/^(Fuente: |Tu Espacio Seguro$)/)
      answer()
      await expect(page.getByText(state)).toBeVisible()
      // Larger than all, and told in its turn: whatever was painted before it has been told by then.
      await page.evaluate(() => {
        const last = document.createElement('p')
        last.textContent = 'Fin'
        last.style.cssText = 'position:fixed;inset:0;font-size:70vw;line-height:1;z-index:99'
        document.body.append(last)
      })
      await expect.poll(async () => (await seen()).at(-1)).toBe('Fin')
      expect((await seen()).at(-2)).toMatch(/^(Fuente: |Tu Espacio Seguro$)/)
    })

  test('no letters of ours before the code that draws her room; from the next page on they are worn at once', {
    tag: '@phone',
  }, async ({ page, context, makeMember, signIn }) => {
    const her = await makeMember()
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.woff2')) fonts.push(request.url())
    })
    const worn = () => page.evaluate(() => document.documentElement.dataset.letras !== undefined)
    const arrive = await hold(context, /\/assets\/Seguridad-/)
    const opened = signIn(page, her, '/seguridad')
    await expect(page.getByRole('link', { name: 'Salir rápido' })).toBeVisible()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(fonts).toEqual([])
    arrive()
    await opened
    await expect(page.getByRole('button', { name: 'Botón de pánico' })).toBeVisible()
    await expect.poll(() => new Set(fonts).size).toBe(2)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('letras'))).not.toBeNull()
    expect(await worn()).toBe(false)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Botón de pánico' })).toBeVisible()
    expect(await worn()).toBe(true)
  })
})

/** Of how many elements the style was computed anew, each time, while `work` ran in the page. Source: Chrome's trace, `UpdateLayoutTree`. */
async function countStyled(page: Page, work: (height: string) => void, height: string): Promise<number[]> {
  const device = await page.context().newCDPSession(page)
  const counts: number[] = []
  device.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as { name: string; args: { elementCount?: number } }[])
      if (event.name === 'UpdateLayoutTree') counts.push(event.args.elementCount ?? 0)
  })
  const over = new Promise<void>((resolve) => device.once('Tracing.tracingComplete', () => resolve()))
  await device.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } })
  await page.evaluate(work, height)
  await device.send('Tracing.end')
  await over
  return counts
}

test.describe('what a slow telephone does for a room that was opened before', () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  test('a bar that tells the root its height has the root alone styled anew', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember(), '/seguridad/apoyo-y-refugios')
    await expect(page.getByRole('textbox', { name: 'Buscar' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Whatever else comes late to a slow page is styled too: then it is told once more.
    let height = 77
    await expect(async () => {
      const counts = await countStyled(
        page,
        (height) => {
          for (const name of ['--urgencias', '--tapado']) {
            document.documentElement.style.setProperty(name, height)
            document.body.getBoundingClientRect()
          }
        },
        `${height++}px`,
      )
      const all = await page.evaluate(() => document.querySelectorAll('*').length)
      expect(counts.length).toBeGreaterThan(1)
      expect(Math.max(...counts)).toBeLessThan(all / 10)
    }).toPass({ timeout: paced(10_000) })
  })

  test('below the first screen is drawn a frame later, and at once where she comes back, where she was', {
    tag: '@phone',
  }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember(), '/')
    const more = page.getByRole('navigation', { name: 'Más rincones' })
    await expect(more).toBeVisible()
    await page.waitForLoadState('networkidle')
    /** In the first frame after the way to another room: whether each of them is there. */
    const firstFrame = (go: string, texts: string[]) =>
      page.evaluate(
        async ([go, ...texts]) => {
          const before = document.querySelector('main')?.firstElementChild
          if (go === 'back') history.back()
          else document.querySelector<HTMLElement>(`a[href="${go}"]`)?.click()
          do await new Promise((resolve) => requestAnimationFrame(resolve))
          while (document.querySelector('main')?.firstElementChild === before)
          return texts.map((text) => document.querySelector('main')!.textContent.includes(text))
        },
        [go, ...texts],
      )
    const BOOKLETS = 'Cuadernos para un momento difícil'
    // Its code comes with the first visit.
    await firstFrame('/seguridad', [])
    await expect(page.getByRole('heading', { name: BOOKLETS })).toBeAttached()
    await page.goBack()
    await expect(more).toBeVisible()
    await page.waitForLoadState('networkidle')

    await more.getByRole('link').last().scrollIntoViewIfNeeded()
    const stood = await page.evaluate(() => Math.round(scrollY))
    expect(stood).toBeGreaterThan(100)
    expect(await firstFrame('/seguridad', ['Tu Espacio Seguro', BOOKLETS])).toEqual([true, false])
    await expect(page.getByRole('heading', { name: BOOKLETS })).toBeAttached()
    expect(await firstFrame('back', ['Más rincones'])).toEqual([true])
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(stood)
  })
})
