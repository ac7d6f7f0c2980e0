import type { BrowserContext, Page, Request } from '@playwright/test'
import { screens } from '../../tools/lib/screens.ts'
import { expect, type Member, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { enterPage, REFUSED_LIVE } from '../pages/app.ts'
import { panicButton, whatsappLink } from '../pages/safety.ts'
import { makeSala } from '../sala.ts'

/*
 * 180 letters without a space, in the place of every word that somebody wrote and in every field: no page scrolls sideways, nothing
 * leaves the screen, and no short word of ours is broken for it. The rule is one line of the design system (`app.css`, body).
 */

const LARGA = 'Ñandúgarabatoslarguísimos'.repeat(8).slice(0, 180)

/** Columns that somebody fills with words of her own. */
const PALABRAS =
  /^(titulo|nombre|autora?|descripcion|contenido|extracto|comentario|username|nombre_completo|motivo|texto|mensaje|detalle|destino|nota|especialidad|enfoque|ciudad|direccion|horario|notas|ocupacion|bio)$/

/** Pages that show such columns to every visitor. */
const WITH_WORDS =
  /^\/(|seguridad|soporte|seguridad\/apoyo-y-refugios|comunidad\/(blog|salas|sala\/.+)|biblioteca|podcast|diario-emocional|perfil|directorio-terapeutas|agenda)$/

/** An answer with long words in the place of every word. */
function stretch(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => stretch(one, key))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stretch(one, name)]))
  }
  return typeof value === 'string' && value !== '' && PALABRAS.test(key) ? LARGA : value
}

const stretchAnswers = (context: BrowserContext) =>
  context.route('**/rest/v1/**', async (route) => {
    // A page that is left cuts its questions off.
    const response = await route.fetch().catch(() => null)
    if (!response) return route.abort().catch(() => {})
    const json: unknown = await response.json().catch(() => undefined)
    await route.fulfill(json === undefined ? { response } : { response, json: stretch(json) }).catch(() => {})
  })

/** What leaves the screen, and short words that are broken in two though without the rule they would not be, of what is drawn now. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const look = () => {
      const leaving = new Set<string>()
      const broken = new Set<string>()
      const beyond = document.documentElement.scrollWidth - innerWidth
      if (beyond > 0) leaving.add(`scrolls ${beyond} px sideways`)
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        element !== document.body &&
        (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
          scrolls(element.parentElement))
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (!parent?.checkVisibility() || parent.closest('svg, option, .sr-only')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const { right, width } = range.getBoundingClientRect()
        if (width > 0 && right > innerWidth + 1 && !scrolls(parent)) {
          leaving.add(`beyond the edge: ${node.textContent?.slice(0, 30)}`)
        }
        for (const { index, 0: word } of node.textContent!.matchAll(
          // Not a part of an address, which may break anywhere.
          /(?<![\p{L}\p{N}@._-])\p{L}{2,11}(?![\p{L}\p{N}@_]|[.-][\p{L}\p{N}])/gu,
        )) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.add(word)
        }
      }
      return { leaving, broken }
    }
    const { leaving, broken } = look()
    document.body.style.overflowWrap = 'break-word'
    const without = look().broken
    document.body.style.overflowWrap = ''
    return [...leaving, ...[...broken].filter((word) => !without.has(word)).map((word) => `broken: ${word}`)]
  })

/** Long words into every field that takes some. */
async function fill(page: Page): Promise<void> {
  const fields = page
    .getByRole('main')
    .locator('textarea, input:not([type]), input[type="text"], input[type="search"]')
    .filter({ visible: true })
  for (const field of await fields.all()) if (await field.isEditable()) await field.fill(LARGA)
}

/** @returns waits until all that the page asked the service has been answered */
function heed(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (/\/(rest|auth|storage|functions)\/v1\//.test(request.url())) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request))
  return () => expect.poll(() => [...open].map((request) => request.url())).toEqual([])
}

/** Opens pages at the current width. @returns what is wrong, by page */
async function check(page: Page, paths: string[]): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {}
  const answered = heed(page)
  for (const path of paths) {
    await enterPage(page, path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await answered()
    // Looked at sooner, such a page would pass without a long word in it.
    if (WITH_WORDS.test(path))
      await expect(
        page.getByRole('main').getByText(LARGA.slice(0, 14)).filter({ visible: true }),
        path,
      ).not.toHaveCount(0)
    await fill(page)
    // Before they are there the words are as wide as those of another font.
    await page.evaluate(() => document.fonts.ready)
    let found: string[] = []
    // A page that is still settling is checked again.
    await expect
      .poll(
        async () => {
          found = await faults(page)
          return found
        },
        { timeout: paced(3_000) },
      )
      .toEqual([])
      .catch(() => {})
    if (found.length > 0) wrong[path] = found
  }
  return wrong
}

/** A member whose every word is long, and a circle in which she wrote one. */
async function makeLongMember(admin: Member, makeMember: (row: { username: string }) => Promise<Member>) {
  const member = await makeMember({ username: LARGA.slice(0, 30) })
  const sala = await makeSala(admin)
  const fecha = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10)
  const stored = await Promise.all([
    member.client.from('agenda_personal').insert({ user_id: member.id, titulo: LARGA, fecha }),
    member.client.from('diario_personal').insert({ user_id: member.id, contenido: LARGA, fecha }),
    member.client.from('historias').insert({ titulo: LARGA, contenido: LARGA, anonima: false }),
    member.client.from('mensajes_sala').insert({ sala_id: sala.id, user_id: member.id, contenido: LARGA }),
    member.client.rpc('iniciar_llegada', {
      cliente_id: crypto.randomUUID(),
      destino: LARGA.slice(0, 120),
      nota: '',
      vence_en: new Date(Date.now() + 3_600_000).toISOString(),
      reloj: new Date().toISOString(),
    }),
  ])
  expect(stored.map(({ error }) => error)).toEqual(Array(5).fill(null))
  const contact = { user_id: member.id, nombre: LARGA.slice(0, 100), telefono: '+525512345678' }
  const decided = await admin.client.from('suspensiones').insert({
    user_id: member.id,
    motivo: LARGA,
    alcance: 'falta',
    hasta: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const { data: decision } = await member.client.from('suspensiones').select('id').single()
  const later = await Promise.all([
    member.client.from('contactos_emergencia').insert(contact),
    member.client.from('mensajes_soporte').insert({ user_id: member.id, texto: LARGA }),
    member.client.rpc('apelar', { cual: decision?.id, texto: LARGA }),
  ])
  expect([decided, ...later].map(({ error }) => error)).toEqual(Array(4).fill(null))
  return { member, sala }
}

test.use({ expectedErrors: [REFUSED_LIVE], viewport: { width: 320, height: 740 } })

test('180 letters without a space break nothing on the screens that show what somebody wrote, nor in what a press shows', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  test.slow()
  const { member, sala } = await makeLongMember(admin, makeMember)
  await stretchAnswers(context)
  await signIn(page, member)
  const paths = screens()
    .member.map((path) => (path.startsWith('/comunidad/sala/') ? `/comunidad/sala/${sala.id}` : path))
    .filter((path) => WITH_WORDS.test(path))
  expect(paths.length).toBeGreaterThan(8)
  expect(await check(page, paths)).toEqual({})
  await enterPage(page, '/seguridad')
  for (const button of [/^Invitar a /, /^Editar a /, 'Probar sin alertar', 'Pregúntame si llegué']) {
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
    expect(await faults(page), String(button)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  }
  await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
  await panicButton(page).click()
  await expect(whatsappLink(page, LARGA.slice(0, 20))).toBeVisible()
  expect(await faults(page), 'her alert').toEqual([])
})
