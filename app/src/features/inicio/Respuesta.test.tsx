import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const hilo = vi.hoisted(() => ({ data: undefined as { nuevo: boolean } | null | undefined }))
vi.mock('../../lib/member/soporte.ts', () => ({ useHilo: () => hilo }))
vi.mock('react-router', () => ({ Link: ({ to }: { to: string }) => <a href={to}>{to}</a> }))
vi.hoisted(() => vi.resetModules())
const { Respuesta } = await import('./Respuesta.tsx')

it('leads from Home to what the team answered, and to nothing else', () => {
  for (const data of [undefined, null, { nuevo: false }]) {
    hilo.data = data
    expect(renderToStaticMarkup(<Respuesta />)).toBe('')
  }
  hilo.data = { nuevo: true }
  expect(renderToStaticMarkup(<Respuesta />)).toContain('href="/soporte"')
})
