import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { BEA, LUCIA, panicButton, test, ZOCALO } from '../pages/safety.ts'

/** A browser translates the page: it puts each text into an element of its own, and goes on with every text that comes. */

/** Stands at both ends of what is translated. */
const MARK = '⁑'

type How = 'copies' | 'moves'

/** As the translators of browsers do it: with a copy of the text, or with the text itself moved. */
const translate = (page: Page, how: How) =>
  page.addInitScript(
    ([mark, way]) => {
      const translateText = (text: Text) => {
        const parent = text.parentElement
        if (!parent || !text.data.trim()) return
        if (parent.closest('font, script, style, title, [translate=no]')) return
        const font = document.createElement('font')
        if (way === 'copies') {
          font.append(document.createElement('font'))
          font.firstElementChild!.textContent = `${mark}${text.data}${mark}`
          parent.replaceChild(font, text)
        } else {
          parent.insertBefore(font, text)
          font.append(text)
        }
      }
      const translateAll = (root: Node) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        if (root instanceof Text) texts.push(root)
        while (walker.nextNode()) texts.push(walker.currentNode as Text)
        for (const text of texts) translateText(text)
      }
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === 'characterData') translateAll(target)
          for (const node of addedNodes) if (node.isConnected) translateAll(node)
        }
      }).observe(document, { childList: true, characterData: true, subtree: true })
    },
    [MARK, how] as const,
  )

/** What somebody reads there. */
const read = async (place: Locator) =>
  (await place.innerText()).replaceAll(MARK, '').replace(/\s+/g, ' ').trim()

/** What is seen of a word, where the translator may change it. */
const changeable = (place: Locator, word: string) =>
  place.evaluate((root, text) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Element[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement!
      if (walker.currentNode.nodeValue!.includes(text) && parent.checkVisibility()) found.push(parent)
    }
    if (found.length === 0) return ['not there']
    return found.filter((one) => !one.closest('[translate=no], .sr-only')).map((one) => one.outerHTML)
  }, word)

const ABIERTA = {
  estado: 'abierta',
  origen: 'boton',
  nombre: 'Ana Rosa',
  pulsada_hace_s: 16,
  pulsaciones: 1,
  latitud: 19.4326,
  longitud: -99.1332,
  precision_m: 38,
  lugar_hace_s: 16,
  numero_emergencia: '133',
  telefono: '+525512345678',
}

for (const how of ['copies', 'moves'] as const) {
  test.describe('a translator', () => {
    test.use({ geolocation: ZOCALO, permissions: ['geolocation'] })

    test(`with a translator that ${how}, she reads what is so now`, async ({ page, enter }) => {
      await test.step('a press, and a switch', async () => {
        await page.addInitScript(() => {
          window.open = () => null
        })
        await translate(page, how)
        await enter([LUCIA, BEA])
        await panicButton(page).click()
        const card = page.getByRole('region', { name: 'Tu mensaje' })
        await expect.poll(() => read(card)).toContain('Listo para enviar')
        await expect.poll(() => read(panicButton(page))).toContain('Listo para enviar')
        expect(await changeable(page.getByRole('main'), 'Lucía')).toEqual([])
        await page.context().route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
        await card.getByRole('link', { name: /Lucía/ }).first().click()
        await expect.poll(() => read(card)).toContain('Falta un paso')
        expect(await read(card)).not.toContain('Listo para enviar')
        await page.getByRole('button', { name: /Cerrar el mensaje/ }).click()
        await expect(card).toBeHidden()
        await expect.poll(() => read(panicButton(page))).toContain('Mensaje para Lucía')

        await page.getByRole('link', { name: 'Inicio' }).first().click()
        await page.getByRole('link', { name: 'Mi agenda' }).first().click()
        const notice = page.getByRole('switch', { name: 'Avisarme' })
        const label = page.locator('span', { has: notice })
        for (const state of ['Activado', 'Desactivado', 'Activado']) {
          await expect.poll(() => read(label)).toBe(state)
          await notice.click()
        }
      })
    })

    test(`with a translator that ${how}, a contact reads what is so now`, async ({ page, context }) => {
      await translate(page, how)
      await page.clock.install()
      await test.step('an alert', async () => {
        let answer: object = ABIERTA
        await context.route('**/rest/v1/rpc/*', (route) => route.fulfill({ json: answer }))
        await page.goto('/alerta/un-codigo')
        const main = page.locator('#root')
        await expect.poll(() => read(main)).toContain('Ana Rosa pide ayuda')
        await expect.poll(() => read(main)).toMatch(/con 40 m de margen, hace 1\d s/)
        for (const word of ['Ana Rosa', '133', '+525512345678'])
          expect(await changeable(main, word), word).toEqual([])
        answer = {
          ...ABIERTA,
          pulsada_hace_s: 300,
          lugar_hace_s: 250,
          pulsaciones: 2,
          ultima_pulsacion_hace_s: 20,
        }
        await page.clock.runFor(30_000)
        await expect.poll(() => read(main)).toContain('Ha pulsado 2 veces')
        await expect.poll(() => read(main)).toMatch(/Su última ubicación: con 40 m de margen, hace 4 min\./)
        await page.getByRole('button', { name: 'Ya voy' }).click()
        answer = { ...answer, respuesta: 'ya_voy', latitud: null, longitud: null }
        await page.clock.runFor(30_000)
        await expect.poll(() => read(main)).toContain('Quedó «Ya voy».')
        await expect.poll(() => read(main)).toContain('Todavía no sabemos dónde está')
        expect(await read(main)).not.toContain('Su última ubicación')
        answer = { ...ABIERTA, estado: 'cerrada', motivo: 'a_salvo', con_pin: true, cerrada_hace_s: 5 }
        await page.clock.runFor(30_000)
        await expect.poll(() => read(main)).toContain('La alerta está cerrada')
        expect(await read(main)).not.toContain('pide ayuda')
      })
      await test.step('a shared location', async () => {
        let hace_s = 16
        await context.route('**/rest/v1/rpc/ver_camino', (route) =>
          route.fulfill({
            json: {
              terminado: false,
              termina_en_s: 3_600,
              latitud: 19.4,
              longitud: -99.1,
              precision_m: 38,
              hace_s,
            },
          }),
        )
        await page.goto('/camino/un-codigo')
        const main = page.locator('#root')
        await expect.poll(() => read(main)).toMatch(/Su última ubicación: con 40 m de margen, hace 1\d s\./)
        hace_s = 300
        await page.clock.runFor(11_000)
        await expect.poll(() => read(main)).toContain('Sin señal desde hace 5 min')
        await expect.poll(() => read(main)).toContain('Su última ubicación: con 40 m de margen, hace 5 min.')
        expect(await changeable(main, '911')).toEqual([])
      })
    })
  })
}
