import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, startTransition, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { filled } from '../../lib/form/schema.ts'
import { renderApp } from '../../testing/render.tsx'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Field, Input, Textarea } from './Field.tsx'
import { Form, useForm, useHoldsTyped } from './Form.tsx'
import { Select } from './Select.tsx'

type Contacto = {
  nombre: string
  telefono: string
  nota: string
  prioridad: string
  avisar: boolean
  foto: File | null
}

const VACIO: Contacto = { nombre: '', telefono: '', nota: '', prioridad: '1', avisar: true, foto: null }

const contactoSchema = z.object({
  nombre: filled('Escribe un nombre.'),
  telefono: z.string().check(z.refine((telefono) => !/[a-z]/.test(telefono), 'Solo números.')),
})

type Options = Parameters<typeof useForm<Contacto>>[0]

function ContactoForm(options: Partial<Options> & Pick<Options, 'send'>) {
  const form = useForm<Contacto>({ initial: VACIO, schema: contactoSchema, ...options } as Options)
  return (
    <Form of={form}>
      <Field label="Nombre" error={form.errors.nombre}>
        <Input {...form.text('nombre')} />
      </Field>
      <Field label="Teléfono" error={form.errors.telefono}>
        <Input {...form.text('telefono')} />
      </Field>
      <Field label="Nota">
        <Textarea {...form.text('nota')} />
      </Field>
      <Field label="Prioridad">
        <Select {...form.text('prioridad')}>
          <option>1</option>
          <option>2</option>
        </Select>
      </Field>
      <Checkbox label="Avisar" {...form.checked('avisar')} />
      <Field label="Foto">
        <Input type="file" onChange={({ target }) => form.change({ foto: target.files?.[0] ?? null })} />
      </Field>
      <Button
        onClick={() => {
          form.change({ nombre: 'Lucía' })
          form.change({ telefono: '55' })
        }}
      >
        Elegir de mis contactos
      </Button>
      <Button type="submit" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}

/** What is sent, answered when the test says so. */
function held() {
  let answer = (_?: { telefono: string }) => {}
  let fail = (_: unknown) => {}
  const send = vi.fn<Options['send']>(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve
        fail = reject
      }),
  )
  return {
    send,
    answer: (errors?: { telefono: string }) => act(async () => answer(errors)),
    fail: (failure: unknown) => act(async () => fail(failure)),
  }
}

const button = () => screen.getByRole('button', { name: /Guarda/ })
const isBusy = () => button().getAttribute('aria-busy') === 'true'
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

it('says what is wrong at its field, moves to the first, and forgives each as it is corrected', async () => {
  const send = vi.fn()
  const onRefused = vi.fn()
  const { user } = renderApp(<ContactoForm send={send} onRefused={onRefused} />)
  await user.type(field('Teléfono'), 'el de siempre')
  await user.click(button())
  expect(onRefused.mock.calls).toEqual([[{ nombre: 'Escribe un nombre.', telefono: 'Solo números.' }]])
  expect(document.activeElement).toBe(field('Nombre'))
  expect(send).not.toHaveBeenCalled()

  await user.type(field('Nombre'), 'Lucía')
  expect(screen.queryByText('Escribe un nombre.')).toBeNull()
  screen.getByText('Solo números.')
  // The same mistake again: the focus goes there again.
  await user.click(button())
  expect(document.activeElement).toBe(field('Teléfono'))
  await user.click(button())
  expect(document.activeElement).toBe(field('Teléfono'))
})

it('asks a schema that depends on more than the values at each submission', async () => {
  const send = vi.fn()
  let least = 3
  const schema = () => z.object({ nombre: z.string().check(z.minLength(least, 'Es corto.')) })
  const { user } = renderApp(<ContactoForm send={send} schema={schema} />)
  await user.type(field('Nombre'), 'Al')
  await user.click(button())
  screen.getByText('Es corto.')
  least = 2
  await user.click(button())
  expect(send).toHaveBeenCalledTimes(1)
})

it('does nothing while nothing can be sent', async () => {
  const send = vi.fn()
  const { user } = renderApp(<ContactoForm send={send} ready={() => false} />)
  await user.click(button())
  expect(screen.queryByText('Escribe un nombre.')).toBeNull()
  expect(send).not.toHaveBeenCalled()
})

it('is sent once, however often its button is pressed, and is not changed meanwhile', async () => {
  const { send, answer } = held()
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.type(field('Nombre'), 'Lucía')
  const form = field('Nombre').form!
  // Within the press, as browsers ask of what opens a window; and twice before anything is drawn.
  act(() => {
    fireEvent.submit(form)
    expect(send).toHaveBeenCalledTimes(1)
    fireEvent.submit(form)
  })
  expect(isBusy()).toBe(true)
  await user.dblClick(button())
  await user.type(field('Nombre'), ' otra')
  expect(send.mock.calls).toEqual([[{ ...VACIO, nombre: 'Lucía' }]])
  expect(field('Nombre').value).toBe('Lucía')
  await answer()
  expect(isBusy()).toBe(false)
  await user.click(button())
  expect(send).toHaveBeenCalledTimes(2)
})

it('keeps what every kind of field holds once it was sent', async () => {
  const { user } = renderApp(<ContactoForm send={async () => {}} />)
  await user.type(field('Nombre'), 'Lucía')
  await user.type(field('Nota'), 'Vecina')
  await user.selectOptions(field('Prioridad'), '2')
  await user.click(field('Avisar'))
  await user.upload(field('Foto'), new File(['x'], 'lucia.jpg'))
  await user.click(button())
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(['Nombre', 'Nota', 'Prioridad'].map((name) => field(name).value)).toEqual(['Lucía', 'Vecina', '2'])
  expect(field('Avisar').checked).toBe(false)
  expect(field('Foto').files?.[0]?.name).toBe('lucia.jpg')
})

it("says the service's errors at their field, and a failure as its form tells it", async () => {
  const { send, answer, fail } = held()
  const onFailure = vi.fn(() => ({ telefono: 'No se pudo guardar.' }))
  const { user } = renderApp(<ContactoForm send={send} onFailure={onFailure} leaves />)
  await user.type(field('Nombre'), 'Lucía')
  await user.click(button())
  await answer({ telefono: 'Ya existe.' })
  screen.getByText('Ya existe.')
  expect(document.activeElement).toBe(field('Teléfono'))

  await user.click(button())
  expect(screen.queryByText('Ya existe.')).toBeNull()
  await fail('the failure')
  screen.getByText('No se pudo guardar.')
  expect(onFailure).toHaveBeenCalledWith('the failure', { ...VACIO, nombre: 'Lucía' })
  expect(field('Nombre').value).toBe('Lucía')
  expect(isBusy()).toBe(false)
})

it('stays busy where having sent it leads elsewhere, so that nothing is sent twice on the way', async () => {
  const send = vi.fn()
  const { user } = renderApp(<ContactoForm send={send} leaves />)
  await user.type(field('Nombre'), 'Lucía')
  await user.click(button())
  expect(isBusy()).toBe(true)
  await user.click(button())
  fireEvent.submit(field('Nombre').form!)
  expect(send).toHaveBeenCalledTimes(1)
})

const unhandled = vi.fn()
afterEach(() => void process.off('unhandledRejection', unhandled))

it('does not swallow a failure that nobody says, nor take the page away', async () => {
  process.on('unhandledRejection', unhandled)
  const { send, fail } = held()
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.type(field('Nombre'), 'Lucía')
  await user.click(button())
  const failure = new Error('ours')
  await fail(failure)
  await waitFor(() => expect(unhandled.mock.calls[0]?.[0]).toBe(failure))
  expect(isBusy()).toBe(false)
  expect(field('Nombre').value).toBe('Lucía')
})

it('changes a draft, which ends when it has arrived and may be changed by nobody meanwhile', async () => {
  const { send, answer } = held()
  const forget = vi.fn()
  const change = vi.fn()
  const draft = { initial: VACIO, values: { ...VACIO, nombre: 'Lucía' }, change, forget }
  const { user } = renderApp(<ContactoForm send={send} initial={undefined} draft={draft} />)
  await user.type(field('Teléfono'), '5')
  expect(change.mock.calls).toEqual([[{ ...VACIO, nombre: 'Lucía', telefono: '5' }]])
  await user.click(button())
  await answer({ telefono: 'Ya existe.' })
  expect(forget).not.toHaveBeenCalled()
  await user.click(button())
  await user.type(field('Teléfono'), '6')
  expect(change).toHaveBeenCalledTimes(1)
  await answer()
  expect(forget).toHaveBeenCalledTimes(1)
})

it('goes on writing what somebody else keeps while it is sent', async () => {
  const { send, answer } = held()
  const change = vi.fn()
  const kept = [{ ...VACIO, nombre: 'Lucía' }, change] as const
  const { user } = renderApp(<ContactoForm send={send} initial={undefined} kept={kept} />)
  await user.click(button())
  await user.type(field('Nombre'), 's')
  expect(change.mock.calls).toEqual([[{ ...VACIO, nombre: 'Lucías' }]])
  await answer()
})

it('adds a second change to the first, though both come before anything is drawn', async () => {
  const send = vi.fn()
  const { user } = renderApp(<ContactoForm send={send} />)
  await user.click(screen.getByRole('button', { name: 'Elegir de mis contactos' }))
  await user.click(button())
  expect(send).toHaveBeenCalledWith({ ...VACIO, nombre: 'Lucía', telefono: '55' })
})

function Page({ send }: Pick<ComponentProps<typeof ContactoForm>, 'send'>) {
  const [page, setPage] = useState('Contactos')
  const question = useForm({
    initial: { clave: '' },
    send: async () => ({ clave: 'No es esa.' }),
  })
  return (
    <>
      <h1>{page}</h1>
      <button type="button" onClick={() => startTransition(() => setPage('Diario'))}>
        Ir al diario
      </button>
      <ContactoForm send={send} />
      <Form of={question}>
        <Button type="submit" busy={question.busy}>
          Responder
        </Button>
        <p>{question.errors.clave}</p>
      </Form>
    </>
  )
}

it('holds back nothing of the page while it is sent: neither a transition to another one nor a question of its own', async () => {
  const { send, answer } = held()
  const { user } = renderApp(<Page send={send} />)
  await user.type(field('Nombre'), 'Lucía')
  await user.click(button())
  await user.click(screen.getByRole('button', { name: 'Ir al diario' }))
  await screen.findByRole('heading', { name: 'Diario' })
  await user.click(screen.getByRole('button', { name: 'Responder' }))
  await screen.findByText('No es esa.')
  expect(screen.getByRole('button', { name: 'Responder' }).getAttribute('aria-busy')).toBeNull()
  expect(isBusy()).toBe(true)
  await answer()
})

function Holds() {
  return <p>{useHoldsTyped() ? 'Algo escrito' : 'Nada escrito'}</p>
}

it('holds the dialog around it open while something is typed in it, and tells the page', async () => {
  const onClose = vi.fn()
  const forget = vi.fn()
  const draft = { initial: VACIO, values: { ...VACIO, nombre: 'Lucía' }, change: vi.fn(), forget }
  const dialog = (values: Contacto) => (
    <>
      <Holds />
      <Dialog open title="Contacto" onClose={onClose}>
        <ContactoForm send={vi.fn()} initial={undefined} draft={{ ...draft, values }} />
      </Dialog>
    </>
  )
  const { rerender } = renderApp(dialog({ ...VACIO, nombre: 'Lucía' }))
  screen.getByText('Algo escrito')
  const cancel = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  cancel()
  screen.getByText('¿Descartar lo que escribiste?')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect([forget, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1])

  rerender(dialog(VACIO))
  screen.getByText('Nada escrito')
  expect(screen.queryByText('¿Descartar lo que escribiste?')).toBeNull()
  cancel()
  expect(onClose).toHaveBeenCalledTimes(2)
})
