import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'
import { Form, useForm } from './Form.tsx'

type Contacto = { nombre: string; telefono: string }

function ContactoForm({ send }: { send: (contacto: Contacto) => Promise<undefined | { telefono: string }> }) {
  const form = useForm<Contacto>({
    initial: { nombre: '', telefono: '' },
    check: ({ nombre }) => ({ nombre: nombre ? '' : 'Escribe un nombre.' }),
    send,
    onFailure: () => ({ telefono: 'No se pudo guardar.' }),
  })
  return (
    <Form of={form}>
      <Field label="Nombre" error={form.errors.nombre}>
        <Input {...form.text('nombre')} />
      </Field>
      <Field label="Teléfono" error={form.errors.telefono}>
        <Input {...form.text('telefono')} />
      </Field>
      <Button type="submit" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}

const save = () => screen.getByRole('button', { name: 'Guardar' })
const field = (name: string) => screen.getByRole('textbox', { name })

it('says what is wrong at its field, moves there, and forgives it as it is corrected', async () => {
  const send = vi.fn(async () => undefined)
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.type(field('Teléfono'), '5512345678')
  await user.click(save())
  screen.getByText('Escribe un nombre.')
  await waitFor(() => expect(document.activeElement).toBe(field('Nombre')))
  expect(send).not.toHaveBeenCalled()
  await user.type(field('Nombre'), 'L')
  expect(screen.queryByText('Escribe un nombre.')).toBeNull()
})

it('is sent once, however often it is pressed, and is not changed meanwhile', async () => {
  let answer = () => {}
  const send = vi.fn(() => new Promise<undefined>((done) => (answer = () => done(undefined))))
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.type(field('Nombre'), 'Lucía')
  await user.dblClick(save())
  await user.type(field('Nombre'), ' otra')
  expect(send.mock.calls).toEqual([[{ nombre: 'Lucía', telefono: '' }]])
  expect(field('Nombre')).toHaveProperty('value', 'Lucía')
  answer()
  await waitFor(save)
})

it('that could not be sent keeps what was typed and says so', async () => {
  const send = vi.fn(() => Promise.reject(new Error('no')))
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.type(field('Nombre'), 'Lucía')
  await user.click(save())
  await screen.findByText('No se pudo guardar.')
  expect(field('Nombre')).toHaveProperty('value', 'Lucía')
})
