import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Estado } from '../../lib/cofre/cofre.ts'
import { markLeft } from '../../lib/device/salida.ts'
import { renderApp } from '../../testing/render.tsx'

vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
const addArchivo = vi.fn()
vi.mock('../../lib/cofre/porEnviar.ts', () => ({ addArchivo }))

const { Agregar } = await import('./Agregar.tsx')

/** A recorder as browsers have it: sound each second, and a last piece at its end. */
class Recorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm')
  static last: Recorder
  state = 'inactive'
  mimeType = 'audio/webm;codecs=opus'
  constructor() {
    super()
    Recorder.last = this
  }
  start() {
    this.state = 'recording'
  }
  data(size: number) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([new Uint8Array(size)]) }))
  }
  stop() {
    this.state = 'inactive'
    this.data(3)
    this.dispatchEvent(new Event('stop'))
  }
}

const track = Object.assign(new EventTarget(), { stop: vi.fn() })
const getUserMedia = vi.fn()
const onAdded = vi.fn()

/** Whether the page is on a screen. */
function see(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.clearAllMocks()
  see('visible')
  sessionStorage.clear()
  vi.stubGlobal('MediaRecorder', Recorder)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  getUserMedia.mockResolvedValue({ getTracks: () => [track] })
  addArchivo.mockResolvedValue('saved')
})

const draw = (cofre: Estado = 'abierto') =>
  renderApp(
    <MemoryRouter>
      <Agregar fecha="2026-11-29" cofre={cofre} video onAdded={onAdded} />
    </MemoryRouter>,
  )

const press = (name: string) => screen.getByRole('button', { name })

it('records once she presses, and keeps what she ends', async () => {
  const { user } = draw()
  expect(getUserMedia).not.toHaveBeenCalled()
  await user.click(press('Grabar audio'))
  await screen.findByRole('region', { name: 'Grabando' })
  await user.click(await screen.findByRole('button', { name: 'Terminar y guardar' }))
  expect(await screen.findByText('Nota de voz guardada')).toBeDefined()
  expect(addArchivo).toHaveBeenCalledExactlyOnceWith(
    'ana',
    '2026-11-29',
    'voz',
    expect.objectContaining({ mime: 'audio/webm;codecs=opus', datos: new Uint8Array(3) }),
  )
  expect(track.stop).toHaveBeenCalled()
  expect(onAdded).toHaveBeenCalledWith('voz')
})

it('what she throws away is kept nowhere, and the microphone is let go', async () => {
  const { user } = draw()
  await user.click(press('Grabar audio'))
  await user.click(await screen.findByRole('button', { name: 'Descartar' }))
  expect(await screen.findByRole('button', { name: 'Grabar audio' })).toBeDefined()
  expect(addArchivo).not.toHaveBeenCalled()
  expect(track.stop).toHaveBeenCalled()
})

it('a microphone that is taken away, too much sound and another screen end it, and what she said is kept', async () => {
  for (const end of [
    () => track.dispatchEvent(new Event('ended')),
    () => Recorder.last.data(5_000_000),
    (leave: () => void) => leave(),
  ]) {
    addArchivo.mockClear()
    const drawn = draw()
    await drawn.user.click(press('Grabar audio'))
    await screen.findByRole('region', { name: 'Grabando' })
    end(drawn.unmount)
    await vi.waitFor(() => expect(addArchivo).toHaveBeenCalledOnce())
    drawn.unmount()
  }
})

it.each([
  ['she went to another screen', (leave: () => void) => leave()],
  ['the page is hidden', () => see('hidden')],
  ['she left by quick exit', () => markLeft()],
])('no microphone stays on that was granted when %s', async (_, go) => {
  let grant = (_: unknown) => {}
  getUserMedia.mockReturnValue(new Promise((resolve) => (grant = resolve)))
  const drawn = draw()
  await drawn.user.click(press('Grabar audio'))
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalled())
  go(drawn.unmount)
  grant({ getTracks: () => [track] })
  await vi.waitFor(() => expect(track.stop).toHaveBeenCalled())
  expect(addArchivo).not.toHaveBeenCalled()
})

it('a page that is hidden records no further, and keeps what she said; quick exit keeps nothing', async () => {
  for (const [go, times] of [
    [() => see('hidden'), 1],
    [markLeft, 0],
  ] as const) {
    vi.clearAllMocks()
    see('visible')
    const drawn = draw()
    await drawn.user.click(press('Grabar audio'))
    await screen.findByRole('region', { name: 'Grabando' })
    go()
    await vi.waitFor(() => expect(track.stop).toHaveBeenCalled())
    await screen.findByRole('button', { name: 'Grabar audio' })
    expect(addArchivo).toHaveBeenCalledTimes(times)
    drawn.unmount()
  }
})

it.each([
  ['NotAllowedError', 'El navegador no tiene permiso para usar el micrófono.'],
  ['NotFoundError', 'No encontramos un micrófono en este dispositivo.'],
  ['NotReadableError', 'Otra aplicación está usando el micrófono.'],
])('%s is said in words', async (name, words) => {
  getUserMedia.mockRejectedValue(new DOMException('x', name))
  const { user } = draw()
  await user.click(press('Grabar audio'))
  expect(await screen.findByText(words, { exact: false })).toBeDefined()
  expect(addArchivo).not.toHaveBeenCalled()
})

it('a browser that cannot record says so', async () => {
  vi.stubGlobal('MediaRecorder', undefined)
  const { user } = draw()
  await user.click(press('Grabar audio'))
  expect(await screen.findByText('Este navegador no puede grabar.')).toBeDefined()
})

it('without a network it is on the device, and she is told so; refused, she is told why', async () => {
  addArchivo.mockResolvedValueOnce('here')
  const { user } = draw()
  await user.click(press('Grabar audio'))
  await user.click(await screen.findByRole('button', { name: 'Terminar y guardar' }))
  expect(await screen.findByText('Nota de voz en este dispositivo')).toBeDefined()
  addArchivo.mockRejectedValueOnce(
    new ServiceError('El archivo es demasiado grande: caben 4 MB.', '413', 413),
  )
  await user.click(press('Grabar audio'))
  await user.click(await screen.findByRole('button', { name: 'Terminar y guardar' }))
  expect(await screen.findByText('El archivo es demasiado grande: caben 4 MB.')).toBeDefined()
})

it('where neither the network nor the device takes it, she is told to leave the page open', async () => {
  addArchivo.mockResolvedValueOnce('page')
  const { user } = draw()
  await user.click(press('Grabar audio'))
  await user.click(await screen.findByRole('button', { name: 'Terminar y guardar' }))
  expect(
    await screen.findByText('No cierres la página: este teléfono no tiene espacio.', { exact: false }),
  ).toBeDefined()
  expect(screen.queryByText('Nota de voz en este dispositivo')).toBeNull()
})

it('where she has no key, one sentence says so and leads to it, and no microphone is asked for', async () => {
  const { user } = draw('sin')
  for (const name of ['Grabar audio', 'Agregar foto']) await user.click(press(name))
  expect(screen.getByText(/se guardan cerrados con tu llave, y todavía no tienes una/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Tener mi llave' }).getAttribute('href')).toBe('/cofre')
  expect(getUserMedia).not.toHaveBeenCalled()
})

it('a file that is no picture is refused in words; a video keeps its notice', async () => {
  const { user } = draw()
  await user.upload(
    screen.getByLabelText('Foto para este día'),
    new File(['x'], 'a.svg', { type: 'image/svg+xml' }),
  )
  expect(await screen.findByText('El archivo debe ser una imagen.')).toBeDefined()
  await user.click(press('Grabar video'))
  expect(await screen.findByText('🚧 Función en desarrollo')).toBeDefined()
})
