import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

const { createCofre } = vi.hoisted(() => ({ createCofre: vi.fn() }))
const palabras = Array.from({ length: 12 }, (_, at) => `palabra${String.fromCharCode(97 + at)}`)
vi.mock('../../lib/cofre/codigo.ts', () => ({
  createCodigo: async () => ({ palabras, llave: { id: 'llave' } }),
}))
vi.mock('../../lib/cofre/cofre.ts', async (original) => ({
  ...(await original<object>()),
  createCofre,
  currentLlave: async () => 'antes',
}))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/member/cambios.ts', () => ({ seeOwn: async () => {} }))

const { NuevoCodigo } = await import('./NuevoCodigo.tsx')
const { LlaveIncierta } = await import('../../lib/cofre/cofre.ts')

it('where nobody can say whether the key arrived she is told to keep both sheets, for as long as the words stand there', async () => {
  createCofre.mockRejectedValueOnce(new LlaveIncierta(new Error('x')))
  const { user } = renderApp(
    <MemoryRouter>
      <NuevoCodigo tarea="empezar" onCancel={() => {}} />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Ya las guardé' }))
  for (const field of screen.getAllByRole('textbox')) {
    const [, place] = /(\d+)/.exec((field as HTMLInputElement).labels![0]!.textContent)!
    await user.type(field, palabras[Number(place) - 1]!)
  }
  await user.click(screen.getByRole('button', { name: 'Seguir con esta llave' }))
  await screen.findByText('No sabemos si tu llave quedó guardada')
  await user.click(screen.getByRole('button', { name: 'Volver a verlas' }))
  const words = screen.getAllByText(/Guarda estas palabras y también las de antes/)
  expect(words.some((one) => one.closest('section')?.contains(screen.getByText(palabras[0]!)))).toBe(true)
})
