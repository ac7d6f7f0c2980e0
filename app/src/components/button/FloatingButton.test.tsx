import { act, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { FloatingButton } from './FloatingButton.tsx'

/** Where the form is, as the browser tells it: the button covers nothing of it, nor what is below it. */
it('gives way once she has come as far as what it leads to, and stays away below it', async () => {
  let tell = (_: { isIntersecting: boolean; boundingClientRect: { top: number } }) => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: unknown[]) => void) {
        tell = (entry) => act(() => told([entry]))
      }
      observe() {}
      disconnect() {}
    },
  )
  const press = vi.fn()
  function Page() {
    const form = useRef<HTMLFormElement>(null)
    return (
      <>
        <FloatingButton target={form} onClick={press} icon={null} label="Nuevo evento" />
        <form ref={form} />
      </>
    )
  }
  const { user } = renderApp(<Page />)
  const button = screen.getByRole('button', { name: 'Nuevo evento' })
  const isAway = () => button.classList.contains('not-baja:invisible')
  tell({ isIntersecting: false, boundingClientRect: { top: 1_400 } })
  expect(isAway()).toBe(false)
  await user.click(button)
  expect(press).toHaveBeenCalledOnce()
  tell({ isIntersecting: true, boundingClientRect: { top: 300 } })
  expect(isAway()).toBe(true)
  tell({ isIntersecting: false, boundingClientRect: { top: -900 } })
  expect(isAway()).toBe(true)
  tell({ isIntersecting: false, boundingClientRect: { top: 1_400 } })
  expect(isAway()).toBe(false)
})
