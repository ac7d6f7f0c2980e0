import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import type { Fase } from './estado.ts'
import { PanicButton } from './PanicButton.tsx'

const show = (fase: Fase, nombre: string | null = 'Lucía') => {
  const onPress = vi.fn()
  const { user } = renderApp(<PanicButton fase={fase} nombre={nombre} onPress={onPress} />)
  return { user, onPress, button: screen.getByRole('button', { name: /^Botón de pánico/ }) }
}

it('says whom it writes to', () => {
  expect(show('reposo').button.textContent).toBe('Botón de pánicoMensaje para Lucía')
  expect(screen.getByRole('status').textContent).toBe('')
})

it('asks for help also where nobody is known', () => {
  expect(show('reposo', null).button.textContent).toBe('Botón de pánicoPide ayuda ahora')
})

it.each<[Fase, string, boolean]>([
  ['ubicando', 'Buscando tu ubicación…', true],
  ['preparando', 'Preparando el mensaje…', true],
  ['lista', 'Listo para enviar', false],
])('%s: says how far it is, aloud too', (fase, step, busy) => {
  const { button } = show(fase)
  expect(button.textContent).toBe(`Botón de pánico${step}`)
  expect(button.getAttribute('aria-busy')).toBe(busy ? 'true' : null)
  const said = screen.getByRole('status')
  expect(said.textContent).toBe(step)
  expect(said.getAttribute('aria-live')).toBe('assertive')
})

it.each<Fase>(['reposo', 'ubicando', 'preparando', 'lista'])(
  'can be pressed while it is %s',
  async (fase) => {
    const { user, onPress, button } = show(fase)
    expect(button).toHaveProperty('disabled', false)
    await user.click(button)
    expect(onPress).toHaveBeenCalledOnce()
  },
)
