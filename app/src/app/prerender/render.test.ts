import { describe, expect, it, vi } from 'vitest'
import { INSTALLATION_SHOWN, type PrerenderedPage, renderPages } from './render.tsx'

const prerendered = renderPages()
const everything = ({ html, paises }: PrerenderedPage) => [html, ...Object.values(paises)].join('\n')
const [landing, login, register, inicio, seguridad] = prerendered as [
  PrerenderedPage,
  PrerenderedPage,
  PrerenderedPage,
  PrerenderedPage,
  PrerenderedPage,
]
const ofVisitors = [landing, login, register]

describe('prerendered pages', () => {
  it('come out the same each time, wherever and whenever they are built', () => {
    vi.stubEnv('TZ', 'America/Bogota')
    expect(renderPages()).toEqual(prerendered)
    vi.unstubAllEnvs()
    expect(INSTALLATION_SHOWN).toBe('MX 911')
  })

  it.each(prerendered.map((page) => [page.path, page] as const))(
    '%s has a way out, a number and links that need no script, and sends nothing by itself',
    (_, page) => {
      expect(page.html).toMatch(/<a href="\/medidas\.html" class="salir /)
      if (page !== inicio) expect(page.html).toContain('href="tel:911"')
      expect(page.title).toMatch(/ · Mi espacio$/)
      // A policy without `unsafe-inline`, no password in an address, and nobody's words.
      const parts = everything(page).match(/<[a-z][^>]*>/g) ?? []
      const refused = / style="| on[a-z]+="|^<script|type="submit"|^<(?:input|textarea)[^>]* value="[^"]/
      expect(parts.filter((part) => refused.test(part))).toEqual([])
    },
  )

  it('says elsewhere whom to call there, with this installation’s number beside a country that is only supposed', () => {
    for (const { paises } of [...ofVisitors, seguridad]) {
      expect(paises['CO 123 911']).toMatch(/tel:123[\s\S]*tel:911/)
      expect(paises['CO 123']).toContain('tel:123')
      expect(paises['CO 123']).not.toContain('tel:911')
    }
    expect(landing.paises['CO 123 911']).toContain('¿Estás en Colombia?')
    expect(landing.html).not.toContain('¿Estás en')
  })

  it('leads from one to the other', () => {
    expect(landing.html).toContain('href="/login"')
    expect(landing.html).toContain('href="/register"')
    expect(login.html).toContain('href="/cuenta/contrasena"')
    expect(register.html).toContain('name="identidad"')
  })

  it('says of a member nothing that only her device knows', () => {
    expect(inicio.html).toMatch(/data-saludo[^>]*><\/span>/)
    expect(inicio.html).toMatch(/data-nombre[^>]*>\u00a0<\/bdi>/)
    expect(seguridad.html).toContain('Pide ayuda ahora')
    expect(seguridad.html).toContain('aria-label="Principal"')
  })
})
