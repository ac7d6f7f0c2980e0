import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.resetModules())
vi.mock('../../lib/session/sessionStorage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => ({}),
}))
const { InformeFallo } = await import('./InformeFallo.tsx')

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is offered also where the frame failed, outside of any router', () => {
  vi.stubGlobal('location', { pathname: '/admin/revision' })
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140' })
  expect(renderToStaticMarkup(<InformeFallo />)).toContain('Enviar informe')
})
