import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { QueryView } from './QueryView.tsx'

/** A list whose answers are given one after the other. */
function setUp(...answers: (() => Promise<string[]>)[]) {
  function List() {
    const query = useQuery({ queryKey: ['lista'], queryFn: () => answers.shift()!() })
    return (
      <QueryView
        query={query}
        empty="No hay eventos para este día."
        errorMessage="No se pudo cargar la lista."
      >
        {(names) => (
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </QueryView>
    )
  }
  return renderApp(<List />)
}

describe('what a query shows', () => {
  it('waits, then shows what came', async () => {
    setUp(async () => ['Lucía', 'Mamá'])
    expect(screen.queryByText('No hay eventos para este día.')).toBeNull()
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Lucía',
      'Mamá',
    ])
  })

  it('says that there is nothing, never before it is known', async () => {
    setUp(async () => [])
    expect(screen.queryByText('No hay eventos para este día.')).toBeNull()
    await screen.findByText('No hay eventos para este día.')
  })

  it('a failed load never looks like an empty one, and is tried again', async () => {
    const { user } = setUp(
      () => Promise.reject(new Error('x')),
      async () => ['Lucía'],
    )
    await screen.findByText('No se pudo cargar la lista.')
    expect(screen.queryByText('No hay eventos para este día.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('Lucía')
    await waitFor(() => expect(screen.queryByText('No se pudo cargar la lista.')).toBeNull())
  })
})
