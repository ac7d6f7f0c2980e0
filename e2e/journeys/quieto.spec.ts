import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { REFUSED_LIVE, watchShifts } from '../pages/app.ts'
import { invite } from '../pages/contacts.ts'
import { addContact, BEA } from '../pages/safety.ts'

/*
 * Nothing moves once it is drawn, on any route: she aims at «Llamar al 911», and hits it. Counted by the browser itself (Layout Instability API),
 * on a connection on which every answer of the service comes after the page has been drawn without it.
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

test.use({ expectedErrors: [REFUSED_LIVE] })

const SCREENS = [
  '/',
  '/seguridad',
  '/seguridad/apoyo-y-refugios',
  '/agenda',
  '/comunidad',
  '/perfil',
  '/biblioteca',
  '/referidos',
  '/diario-emocional',
]

test('nothing moves once it is drawn, on the screens where much comes later, on a first visit and again', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  test.slow()
  const moved = await watchShifts(page)
  const her = await makeMember()
  await furnish(her)
  await signIn(page, her)
  await late(context)
  for (const path of SCREENS)
    for (const visit of ['first', 'again']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('Cargando…')).toHaveCount(0)
      expect(await moved(), `${path}, ${visit}`).toEqual([])
    }
})

// However many there are: a placeholder as long as most weeks, or as most days, fits some alone.
test('nothing moves on the library, the agenda and the podcast, whatever they hold', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const moved = await watchShifts(page)
  await signIn(page, await makeMember(), '/legal')
  await late(context)
  for (const [path, table, many, there] of [
    ['/biblioteca', 'biblioteca_libros', [0, 1, 2, 6], 'Cuadernos para un momento difícil'],
    ['/agenda', 'agenda_personal', [1, 4], 'Nuevo evento'],
    ['/podcast', 'podcast', [0, 1], 'Si hoy prefieres otra cosa'],
  ] as const) {
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
  }
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

test('her safety has its largest text before any answer', async ({ page, context, makeMember, signIn }) => {
  const her = await makeMember()
  const seen = await watchLargest(page)
  const answer = await hold(context, API)
  await signIn(page, her, '/seguridad')
  await expect(page.getByRole('button', { name: 'Botón de pánico' })).toBeVisible()
  await expect.poll(async () => (await seen()).at(-1)).toMatch(/^(Fuente: |Tu Espacio Seguro$)/)
  answer()
  await expect(page.getByText('Falta un contacto de prioridad 1.')).toBeVisible()
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

test('below the first screen is drawn a frame later, and at once where she comes back, where she was', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/')
  const more = page.getByRole('navigation', { name: 'Más rincones' })
  await expect(more).toBeVisible()
  await page.waitForLoadState('networkidle')
  /** In the first frame after the navigation to another page: whether each of them is there. */
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
