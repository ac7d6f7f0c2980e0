import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function Entrada({ onDelete }: { onDelete: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Eliminar entrada
      </button>
      <ConfirmDialog
        open={asking}
        title="¿Eliminar esta entrada?"
        description="No se puede deshacer."
        action="Eliminar"
        onConfirm={onDelete}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

it('asks before anything is deleted, and «Cancelar» deletes nothing', async () => {
  const remove = vi.fn()
  const { user } = renderApp(<Entrada onDelete={remove} />)
  await user.click(screen.getByRole('button', { name: 'Eliminar entrada' }))
  const dialog = screen.getByRole('dialog', { name: '¿Eliminar esta entrada?' })
  expect(dialog.textContent).toContain('No se puede deshacer.')
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(remove).not.toHaveBeenCalled()
})

it('the second half of a double press confirms nothing', async () => {
  const remove = vi.fn()
  const { user } = renderApp(<Entrada onDelete={remove} />)
  await user.click(screen.getByRole('button', { name: 'Eliminar entrada' }))
  await user.dblClick(screen.getByRole('button', { name: 'Eliminar' }))
  expect(remove).toHaveBeenCalledTimes(1)
})
