import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { service } from '../../lib/testing/answering.ts'
import { renderApp } from '../../testing/render.tsx'

const { copies } = vi.hoisted(() => ({ copies: new Map<string, unknown>() }))
vi.mock('../../lib/api/client.ts', () => import('../../lib/testing/answering.ts'))
vi.mock('../../lib/installation/config.ts', () => ({ loadConfig: async () => ({}) }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/sessionStorage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => ({ user: { id: 'ana' } }),
}))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => copies.get(name) ?? null,
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => copies.get(name) ?? null,
  readCopiesOrFail: async (_: string, prefix: string) =>
    [...copies].filter(([name]) => name.startsWith(prefix)),
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
  dropCopy: async (_: string, name: string) => void copies.delete(name),
}))
vi.mock('../../lib/device/download.ts', () => ({ downloadFile: vi.fn() }))

const { Registro } = await import('./Registro.tsx')
const { stampWaiting } = await import('./sellos.ts')
const { downloadFile } = await import('../../lib/device/download.ts')
const { queryClient } = await import('../../lib/api/query.ts')

type Row = { user_id: string; numero: number; huella: string; creado_en: string }
const rows: Row[] = []
/** Whether the service can be reached, and what happens just before the next mark is stored. */
const line = { up: true, meanwhile: () => {} }

function answer(asked: string, body: unknown): Response {
  // As a proxy says it; without any answer the client itself would ask again for seconds.
  if (!line.up) return Response.json({ message: 'x' }, { status: 403 })
  if (!asked.includes('registro_sellos')) return Response.json([])
  if (asked.startsWith('GET')) return Response.json(rows)
  line.meanwhile()
  const { numero, huella } = body as Row
  if (numero !== rows.length + 1) return Response.json({ code: 'PT409', message: 'x' }, { status: 409 })
  const row = { user_id: 'ana', numero, huella, creado_en: `2026-11-29T10:00:0${numero}+00:00` }
  rows.push(row)
  return Response.json(row, { status: 201 })
}

beforeEach(() => {
  copies.clear()
  rows.length = 0
  line.up = true
  line.meanwhile = () => {}
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })
  vi.mocked(downloadFile).mockClear()
  service.begin(answer)
})

const draw = () =>
  renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Registro />
      </MemoryRouter>
    </QueryClientProvider>,
  )
type User = ReturnType<typeof draw>['user']

async function note(user: User, texto: string) {
  await user.type(await screen.findByRole('textbox', { name: /Qué pasó/ }), texto)
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  const list = await screen.findByRole('list', { name: 'Tu registro' })
  await within(list).findByText(texto)
}

it('what she writes without a network waits for its mark, and gets it; of her words the service hears nothing', async () => {
  line.up = false
  const { user, unmount } = draw()
  await note(user, 'MARCA rompió mi teléfono')
  expect(await screen.findByText('espera el sello')).toBeDefined()
  line.up = true
  unmount()
  queryClient.clear()
  draw()
  expect(await screen.findByText('con sello de hora')).toBeDefined()
  expect(screen.queryByText('espera el sello')).toBeNull()
  expect(rows).toMatchObject([{ numero: 1, huella: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(JSON.stringify(service.calls)).not.toContain('MARCA')
})

it('an entry of which the vault at the service has no sheet says so, with its mark too', async () => {
  const { user } = draw()
  await note(user, 'Algo pasó')
  await screen.findByText('con sello de hora')
  expect(screen.getByText('solo en este dispositivo')).toBeDefined()
  for (const [name, hoja] of copies)
    if (name.startsWith('hojas hechos '))
      copies.set(name, { ...(hoja as object), revision: 1, changed: false })
  await queryClient.resetQueries({ queryKey: ['hojas'] })
  expect(await screen.findByText('con sello de hora')).toBeDefined()
  expect(screen.queryByText('solo en este dispositivo')).toBeNull()
})

it('a start of the app asks nothing and reads no entry where none waits; with one that waits it has it stamped', async () => {
  await stampWaiting('ana')
  expect(service.calls).toEqual([])
  line.up = false
  const { user, unmount } = draw()
  await note(user, 'Algo pasó')
  unmount()
  await stampWaiting('ana').catch(() => {})
  line.up = true
  await stampWaiting('ana')
  expect(rows).toHaveLength(1)
  service.begin(answer)
  await stampWaiting('ana')
  expect(service.calls).toEqual([])
})

it('a correction is another entry that names the first, which stays', async () => {
  const { user } = draw()
  await note(user, 'Fue a las nueve')
  await screen.findByText('con sello de hora')
  await user.click(screen.getByRole('button', { name: /^Corregir la nota/ }))
  expect(screen.getByText(/Corriges la nota 1/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Qué pasó/ }))
  await note(user, 'Fue a las diez')
  const list = within(screen.getByRole('list', { name: 'Tu registro' }))
  expect(list.getByText('Fue a las nueve')).toBeDefined()
  expect(list.getByText('Corrige la nota 1.')).toBeDefined()
  await vi.waitFor(() => expect(rows).toHaveLength(2))
})

it('an entry that is struck stays, and another one says so and why', async () => {
  const { user } = draw()
  await note(user, 'Yo mentí')
  await screen.findByText('con sello de hora')
  await user.click(screen.getByRole('button', { name: /^Tachar la nota/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Tachar la nota 1' }))
  await user.type(dialog.getByRole('textbox', { name: /Por qué/ }), 'No la escribí yo')
  await user.click(dialog.getByRole('button', { name: 'Tachar' }))
  const list = within(screen.getByRole('list', { name: 'Tu registro' }))
  expect(await list.findByText('Tacha la nota 1.')).toBeDefined()
  expect(await list.findByText(/^Tachada por la nota 2, el /)).toBeDefined()
  expect(list.getByText('Yo mentí').tagName).toBe('S')
  expect(list.getByText('No la escribí yo').tagName).toBe('P')
  await vi.waitFor(() => expect(rows).toHaveLength(2))
  expect(screen.getAllByRole('button', { name: /^Tachar la nota/ })).toHaveLength(1)
})

it('a correction that a reload or a call interrupts still corrects the same entry', async () => {
  const { user, unmount } = draw()
  await note(user, 'Fue a las nueve')
  await screen.findByText('con sello de hora')
  await user.click(screen.getByRole('button', { name: /^Corregir la nota/ }))
  await user.type(screen.getByRole('textbox', { name: /Qué pasó/ }), 'Fue a las diez')
  unmount()
  const again = draw()
  expect(await screen.findByText(/Corriges la nota 1/)).toBeDefined()
  await again.user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Corrige la nota 1.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Anotar' })).toBeDefined()
  await again.user.click(screen.getAllByRole('button', { name: /^Corregir la nota/ })[0]!)
  await again.user.click(screen.getByRole('button', { name: 'No corregir' }))
  expect(screen.getByRole('heading', { name: 'Anotar' })).toBeDefined()
})

it('where another device was faster its entry takes the next number', async () => {
  line.meanwhile = () => {
    rows.push({ user_id: 'ana', numero: 1, huella: 'f'.repeat(64), creado_en: '2026-11-29T10:00:00+00:00' })
    line.meanwhile = () => {}
  }
  const { user } = draw()
  await note(user, 'Otra vez')
  expect(await screen.findByText(/Nota 2 ·/)).toBeDefined()
  expect(screen.getByText(/Una nota sellada no está en este dispositivo/)).toBeDefined()
})

it('it leaves the device only after a warning', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = draw()
  await note(user, 'Algo pasó')
  await screen.findByText('con sello de hora')
  expect(screen.queryByText(/^Impreso el/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Archivo de prueba' }))
  expect(screen.getByText(/Lo que exportas lo lee quien lo tenga/)).toBeDefined()
  expect(downloadFile).not.toHaveBeenCalled()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Exportar' }))
  const [name, content] = vi.mocked(downloadFile).mock.calls[0]!
  expect(name).toMatch(/^notas-[\d-]+-sellos\.json$/)
  expect(JSON.parse(content as string)).toMatchObject({
    formato: 'registro1',
    cuenta: 'ana',
    entradas: [{ numero: 1, texto: 'Algo pasó', huella: rows[0]!.huella }],
  })
  await user.click(screen.getByRole('button', { name: 'Documento' }))
  expect(print).not.toHaveBeenCalled()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Exportar' }))
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(screen.getByText(/^Impreso el/)).toBeDefined()
  await user.click(screen.getByRole('textbox', { name: /Qué pasó/ }))
  expect(screen.queryByText(/^Impreso el/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/^Impreso el/)).toBeDefined()
})
