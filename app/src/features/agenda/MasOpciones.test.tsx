import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Form, useForm } from '../../components/form/Form.tsx'
import { renderApp } from '../../testing/render.tsx'
import { type Campos, eventoSchema, vacio } from './agendaDrafts.ts'
import { MasOpciones } from './MasOpciones.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 23, 12), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const sent = vi.fn<(campos: Campos) => void>()

function Formulario({ initial, repeats = true }: { initial: Partial<Campos>; repeats?: boolean }) {
  const [open, setOpen] = useState(true)
  const kept = useState<Campos>({ ...vacio('2026-11-24'), titulo: 'Yoga', ...initial })
  const form = useForm<Campos>({ kept, schema: eventoSchema, send: sent })
  return (
    <Form of={form}>
      <MasOpciones form={form} repeats={repeats} open={open} onOpenChange={setOpen} />
      <button type="submit">Guardar</button>
    </Form>
  )
}
const show = (initial: Partial<Campos> = {}, repeats = true) => {
  sent.mockClear()
  return renderApp(<Formulario initial={initial} repeats={repeats} />)
}
const saved = () => sent.mock.lastCall?.[0]
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })

it('repeats as often as she says, and an end without a number is refused at its field', async () => {
  const { user } = show()
  await user.selectOptions(screen.getByLabelText('Se repite'), 'Cada semana, el martes')
  await user.selectOptions(screen.getByLabelText('Deja de repetirse'), 'Después de varias veces')
  await user.clear(screen.getByLabelText('Cuántas veces'))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(screen.getByText('Escribe cuántas veces, de 1 a 999.')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Cuántas veces'), '12')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()?.regla).toBe('FREQ=WEEKLY;COUNT=12')
  await user.selectOptions(screen.getByLabelText('Se repite'), 'Una sola vez')
  expect(screen.queryByLabelText('Cuántas veces')).toBeNull()
})

it('a rule of a file stays as it is, and another one forgets the days that were left out', async () => {
  const { user } = show({
    regla: 'FREQ=MONTHLY;BYMONTHDAY=1,24',
    fecha: '2026-11-24',
    excepto: ['2026-12-01'],
  })
  const select = screen.getByLabelText<HTMLSelectElement>('Se repite')
  expect(select.selectedOptions[0]!.text).toBe('Cada mes, el día 1 y el día 24')
  await user.selectOptions(screen.getByLabelText('Deja de repetirse'), 'Un día')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()).toMatchObject({
    regla: 'FREQ=MONTHLY;BYMONTHDAY=1,24;UNTIL=20270224',
    excepto: ['2026-12-01'],
  })
  await user.selectOptions(select, 'Cada día')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()).toMatchObject({ regla: 'FREQ=DAILY;UNTIL=20270224', excepto: [] })
})

it('a month without that day is said to be passed over', () => {
  show({ fecha: '2027-01-31', regla: 'FREQ=MONTHLY' })
  expect(screen.getByText('Los meses que no tienen día 31 se saltan.')).toBeTruthy()
})

it('a birthday has no other rule, and one time of a repeated event none at all', () => {
  const { unmount } = show({ tipo: 'cumpleaños', regla: 'FREQ=YEARLY' })
  expect(screen.queryByLabelText('Se repite')).toBeNull()
  expect(screen.getByLabelText('Deja de repetirse')).toBeTruthy()
  unmount()
  show({}, false)
  expect(screen.queryByLabelText('Se repite')).toBeNull()
})

it('an end before the beginning is of the next day, and is asked for where there is an hour', () => {
  const { unmount } = show({ hora: '22:00', hora_fin: '06:00' })
  expect(screen.getByText('Termina al día siguiente.')).toBeTruthy()
  unmount()
  show()
  expect(screen.queryByLabelText('Hora de fin')).toBeNull()
})

it('reminders are of her choice, five at most; none of them is silence', async () => {
  const { user } = show({ fecha: '2026-12-24', hora: '17:00' })
  expect(box('1 hora antes').checked).toBe(true)
  await user.click(box('10 minutos antes'))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()?.recordatorios).toEqual([10, 60])
  await user.click(box('10 minutos antes'))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()?.recordatorios, 'as usual again').toBeNull()
  for (const one of ['A su hora', '10 minutos', '30 minutos', '1 día']) await user.click(box(one))
  expect(box('1 semana antes').disabled).toBe(true)
  for (const one of ['A su hora', '10 minutos', '30 minutos', '1 día', '1 hora']) await user.click(box(one))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(saved()).toMatchObject({ notificar: false, recordatorios: null })
})

it('what has passed is said and not offered, unless it comes again', () => {
  const { unmount } = show({ fecha: '2026-11-23', hora: '12:30' })
  const late = box('1 hora antes')
  expect(within(late.closest('label')!).getByText('Ya pasó: no habrá aviso.')).toBeTruthy()
  expect([box('30 minutos antes').disabled, box('1 día antes').disabled, box('A su hora').disabled]).toEqual([
    false,
    true,
    false,
  ])
  unmount()
  show({ fecha: '2026-11-23', hora: '12:30', regla: 'FREQ=DAILY' })
  expect(screen.queryByText(/Ya pasó/)).toBeNull()
})
