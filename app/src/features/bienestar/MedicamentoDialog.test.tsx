import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { MedicamentoDialog, type Recordar } from './MedicamentoDialog.tsx'
import type { Medicamento } from './medicamentos.ts'

const medicamento = (recordatorios: string[]): Medicamento => ({
  nombre: 'Sertralina',
  dosis: '',
  horas: ['08:00'],
  dias: [],
  quedan: null,
  recordatorios,
  frecuencia: '',
})

/** An agenda that is read or not, with these reminders in it. */
const agenda = (isRead: boolean, there: readonly string[]) => ({
  isRead,
  has: (ids: readonly string[]) => isRead && ids.some((id) => there.includes(id)),
  replace: vi.fn<Recordar['replace']>(async (_, momentos) => momentos.map(({ hora }) => `new ${hora}`)),
  onWants: vi.fn(),
})

function draw(before: Medicamento, first: Recordar, quedan: number | null = null) {
  const [onSave, onErase] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const dialog = (recordar: Recordar) => (
    <MedicamentoDialog
      abierto={{ id: 'uno', value: before, at: 0 }}
      quedan={quedan}
      recordar={recordar}
      onClose={() => {}}
      onSave={onSave}
      onErase={onErase}
    />
  )
  const { user, rerender } = renderApp(dialog(first))
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Avisarme/ })
  const save = () => user.click(screen.getByRole('button', { name: 'Guardar' }))
  return { user, onSave, onErase, box, save, load: (recordar: Recordar) => rerender(dialog(recordar)) }
}

it('opened before her agenda was read and saved after, a medicine keeps its reminders', async () => {
  const { box, save, load, onSave } = draw(medicamento(['a']), agenda(false, []))
  expect(box().disabled).toBe(true)
  const read = agenda(true, ['a'])
  load(read)
  expect(box()).toMatchObject({ disabled: false, checked: true })
  await save()
  expect(read.replace).not.toHaveBeenCalled()
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ recordatorios: ['a'] }))
})

it('another hour moves the reminders, also before her agenda was read', async () => {
  const unread = agenda(false, [])
  const { user, save, onSave } = draw(medicamento(['a']), unread)
  await user.clear(screen.getByRole('textbox', { name: /Horas/ }))
  await user.type(screen.getByRole('textbox', { name: /Horas/ }), '9:00')
  await save()
  expect(unread.replace).toHaveBeenCalledWith(['a'], [{ hora: '09:00', dias: [] }])
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ recordatorios: ['new 09:00'] }))
})

it('taken off, they are deleted', async () => {
  const read = agenda(true, ['a'])
  const { user, box, save } = draw(medicamento(['a']), read)
  await user.click(box())
  await save()
  expect(read.replace).toHaveBeenCalledWith(['a'], [])
})

it('a medicine goes only once its reminders have', async () => {
  const read = agenda(true, ['a'])
  read.replace.mockResolvedValueOnce(['a'])
  const { user, onErase } = draw(medicamento(['a']), read)
  await user.click(screen.getByRole('button', { name: 'Borrar' }))
  expect(onErase).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Borrar' }))
  expect(onErase).toHaveBeenCalledWith('uno')
})

it('what is left is counted anew only where she writes another number', async () => {
  const before = { ...medicamento([]), quedan: 10, conteo: 'c1' }
  const { user, save, onSave } = draw(before, agenda(true, []), 7)
  const quedan = screen.getByRole<HTMLInputElement>('textbox', { name: /Cuántas quedan/ })
  expect(quedan.value).toBe('7')
  await user.type(screen.getByRole('textbox', { name: /Dosis/ }), 'media')
  await save()
  expect(onSave).toHaveBeenLastCalledWith(
    expect.objectContaining({ dosis: 'media', quedan: 10, conteo: 'c1' }),
  )
  await user.clear(quedan)
  await user.type(quedan, '30')
  await save()
  expect(onSave).toHaveBeenLastCalledWith(
    expect.objectContaining({ quedan: 30, conteo: expect.not.stringMatching(/^c1$/) }),
  )
})
