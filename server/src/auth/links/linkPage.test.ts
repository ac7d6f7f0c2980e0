import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linkPage, refusedPage } from './linkPage.ts'

const ADDRESS = '/auth/v1/verify?token="><script>alert(1)</script>'
const FRAME = '<title><!--titulo--></title><a class="salir">Salir</a><main><!--texto--></main>'

it('stands in the page of the product, which loads nothing from elsewhere', () => {
  const { html, policy } = linkPage('confirmation', ADDRESS, 'https://amparo.test/cuenta', FRAME)
  expect(html).toContain(
    '<title>Confirma tu correo</title><a class="salir">Salir</a><main><h1>Confirma tu correo</h1>',
  )
  expect(html).toContain('<button name="accion" value="confirmar">')
  expect(html).not.toContain('<script>')
  expect(policy).toContain(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action",
  )
  expect(policy).toContain("form-action 'self' https://amparo.test")
  expect(refusedPage(FRAME).html).toContain('<h1>Listo</h1>\n<p>Borramos')
})

it('is a plain page without one, and runs nothing', () => {
  const { html, policy } = linkPage('recovery', ADDRESS, 'https://amparo.test/')
  expect(html).toContain('<h1>Elige otra contraseña</h1>')
  expect(policy).not.toContain('script-src')
})

it('ours has the way out and the number that helps', () => {
  const page = readFileSync(new URL('../../../../app/public/enlace.html', import.meta.url), 'utf8')
  const { html } = linkPage('confirmation', ADDRESS, 'https://amparo.test/', page)
  expect(html).toMatch(
    /class="salir"[\s\S]+<h1>Confirma tu correo<\/h1>[\s\S]+value="confirmar"[\s\S]+href="tel:911"/,
  )
  expect(html).not.toContain('<!--')
})
