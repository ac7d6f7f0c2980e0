import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocationFailure } from '../../../lib/device/geolocation.ts'
import { createQueueLane } from '../../../lib/offline/queueLane.ts'
import { SessionContext } from '../../../lib/session/session.tsx'
import { memoryDevice } from '../../../lib/testing/memory.ts'
import { sessionOf } from '../../../lib/testing/session.ts'
import { renderApp } from '../../../testing/render.tsx'
import type { Entrega } from '../alarma/estado.ts'
import { showVista } from '../alarma/vista.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { AlertPanel } from './AlertPanel.tsx'
import { type Via, viasTo } from './alerta.ts'
import type { Alerta } from './estado.ts'

/** The queue of her events, on a device and with a service of the test's own. */
const events = vi.hoisted(() => ({ lane: undefined as unknown as Lane }))
vi.mock('./eventos.ts', () => ({
  eventos: {
    subscribe: (listener: () => void) => events.lane.subscribe(listener),
    get: () => events.lane.get(),
    of: (owner: string) => events.lane.of(owner),
  },
}))

type Lane = ReturnType<typeof createQueueLane<string>>

const NOW = 1_800_000_000_000
const person = (id: string, nombre: string, telefono: string, prioridad: number): Contacto => ({
  id,
  nombre,
  telefono,
  prioridad,
  activo: true,
  version: 1,
})
const LUCIA = person('lucia', 'Lucía', '+525512345678', 1)
const MAMA = person('mama', 'Mamá', '+525587654321', 2)
/** Receives no messages. */
const VECINA = person('vecina', 'Vecina', '088', 3)

const FIX = { lat: 19.4, lng: -99.1, accuracy: 40, at: NOW }
const ALERTA: Alerta = {
  id: 'a',
  pressedAt: NOW,
  readyAt: NOW,
  whereabouts: { fix: FIX, failure: null },
  contactos: [LUCIA, MAMA, VECINA],
  principal: LUCIA,
  otros: [MAMA, VECINA],
  nombre: 'Ana',
  mensaje: '¡Necesito ayuda!',
  abierta: null,
}
const WITHOUT_PRIORITY: Partial<Alerta> = { contactos: [MAMA], principal: null, otros: [MAMA] }
const NOT_KNOWN: Partial<Alerta> = { contactos: null, principal: null, otros: [] }

beforeEach(() => {
  events.lane = createQueueLane<string>('peligro', memoryDevice().shelf, {
    deliver: async () => {},
    until: () => 'delivered',
  })
})

afterEach(() => {
  showVista(null)
  // Nobody knows whether she pressed send in the other app.
  expect(document.body.textContent).not.toMatch(/\benviad[oa]s?\b|\bse envió\b|\bavisad[oa]s?\b/i)
})

/** The panel as its screen holds it: what she opens is noted in the alert. */
function show(over: Partial<Alerta> = {}) {
  const onClose = vi.fn()
  const opened: Via[] = []
  function Card() {
    const [alerta, setAlerta] = useState({ ...ALERTA, ...over })
    return (
      <AlertPanel
        alerta={alerta}
        onClose={onClose}
        onOpened={(via) => {
          opened.push(via)
          setAlerta({ ...alerta, abierta: via })
        }}
      />
    )
  }
  const app = renderApp(
    <SessionContext value={sessionOf({ id: 'ana' })}>
      <Card />
    </SessionContext>,
  )
  const panel = within(screen.getByRole('region', { name: 'Tu mensaje' }))
  return { ...app, panel, onClose, opened }
}

const links = () => screen.getAllByRole('link').map((link) => link.textContent)
const title = () => screen.getByRole('heading', { level: 2 }).textContent

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
}

describe('whom she can reach', () => {
  it('the priority contact first, then the emergency number, then everybody else, each in one tap', () => {
    show()
    expect(title()).toBe('Listo para enviar')
    screen.getByText(
      (_, element) =>
        element?.tagName === 'P' &&
        element.textContent === 'El mensaje para Lucía ya está escrito. Ábrelo y presiona enviar.',
    )
    expect(links()).toEqual([
      'Abrir WhatsApp y enviar a Lucía',
      'Enviar por SMS a Lucía',
      'Llamar al 911',
      'Escribir a Mamá por WhatsApp',
      'Llamar a Vecina',
    ])
    const [whatsapp, sms, number] = screen.getAllByRole<HTMLAnchorElement>('link')
    expect(whatsapp?.href).toBe(`https://wa.me/525512345678?text=${encodeURIComponent(ALERTA.mensaje)}`)
    expect(sms?.href).toMatch(/^sms:\+525512345678\b/)
    expect(number?.href).toBe('tel:911')
    // For keyboards and screen readers.
    expect(document.activeElement).toBe(whatsapp)
  })

  it('without internet an SMS comes first, also where the network goes while the panel is open', () => {
    show()
    goOffline()
    expect(links()).toEqual([
      'Enviar por SMS a Lucía',
      'Abrir WhatsApp y enviar a Lucía',
      'Llamar al 911',
      'Enviar por SMS a Mamá',
      'Llamar a Vecina',
    ])
    expect(screen.getByRole('region', { name: 'Tu mensaje' }).textContent).toContain(
      'No tienes internet: un SMS para Lucía puede salir sin él. Ábrelo y presiona enviar.',
    )
  })

  it('without a priority contact she chooses: the others, or anybody in the other app', () => {
    const { panel } = show(WITHOUT_PRIORITY)
    expect(title()).toBe('Elige a quién escribir')
    panel.getByText('No tienes un contacto de prioridad 1. El mensaje ya está escrito.')
    expect(links()).toEqual([
      'Escribir a Mamá por WhatsApp',
      'Elegir a quién escribir en WhatsApp',
      'Elegir a quién enviar un SMS',
      'Llamar al 911',
    ])
    goOffline()
    expect(links()).toEqual([
      'Enviar por SMS a Mamá',
      'Elegir a quién enviar un SMS',
      'Elegir a quién escribir en WhatsApp',
      'Llamar al 911',
    ])
  })

  it('contacts that could not be loaded are not said to be missing', () => {
    const { panel } = show(NOT_KNOWN)
    expect(title()).toBe('Elige cómo pedir ayuda')
    panel.getByText('No pudimos cargar tus contactos. El mensaje ya está escrito.')
    expect(panel.queryByText(/No tienes un contacto/)).toBeNull()
    expect(links()).toEqual([
      'Elegir a quién escribir en WhatsApp',
      'Elegir a quién enviar un SMS',
      'Llamar al 911',
    ])
  })
})

describe('what she opened', () => {
  it('still lacks her tap on send, and the way to it stays', async () => {
    const { user, opened } = show()
    // No other app opens here.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    await user.click(screen.getByRole('link', { name: 'Abrir WhatsApp y enviar a Lucía' }))
    expect(opened.map(({ canal, contactoId }) => [canal, contactoId])).toEqual([['whatsapp', 'lucia']])
    expect(title()).toBe('Falta un paso')
    expect(screen.getByRole('region', { name: 'Tu mensaje' }).textContent).toContain(
      'Presiona enviar en WhatsApp para que este mensaje le llegue a Lucía. Si no se abrió, ábrelo aquí.',
    )
    expect(links()).toContain('Abrir WhatsApp y enviar a Lucía')
  })

  it.each([
    ['sms', 'Falta un paso', 'Presiona enviar en tus mensajes para que este mensaje le llegue a Lucía.'],
    ['llamada', 'Llama ahora', 'Si la llamada no empezó sola, llama a Lucía desde tu teléfono.'],
  ] as const)('says what is left to do by %s', (canal, said, left) => {
    show({ abierta: { canal, contactoId: 'lucia', nombre: 'Lucía' } })
    expect(title()).toBe(said)
    expect(screen.getByRole('region', { name: 'Tu mensaje' }).textContent).toContain(left)
  })

  it('an answer to the alert of the service is said once it has come', () => {
    show({ abierta: viasTo(LUCIA, '', { online: true, apple: false })[0]! })
    const answered = { contacto_id: 'lucia', via: 'correo', estado: 'respondida', respuesta: 'ya_voy' }
    const nothing = () => {}
    act(() =>
      showVista({
        servicio: null,
        entregas: [answered as Entrega],
        unheard: [],
        saleEnHere: new Map(),
        sendNow: nothing,
        end: nothing,
        dismiss: nothing,
      }),
    )
    expect(title()).toBe('Lucía respondió «Ya voy»')
  })
})

describe('her place in the message', () => {
  it('is told with how precise and how old it is', () => {
    const { panel } = show({ whereabouts: { fix: { ...FIX, at: NOW - 20_000 }, failure: null } })
    panel.getByText('Con tu ubicación: con 40 m de margen, hace 20 s.')
  })

  it('is told as the last one known where it could not be had anew', () => {
    const { panel } = show({ whereabouts: { fix: { ...FIX, at: NOW - 720_000 }, failure: 'timeout' } })
    panel.getByText('Con tu última ubicación conocida: con 40 m de margen, hace 12 min.')
  })

  it.each<[LocationFailure | null, string]>([
    ['denied', 'El permiso de ubicación está bloqueado.'],
    ['unavailable', 'Tu dispositivo no encontró tu ubicación.'],
    ['timeout', 'Tu ubicación tardó demasiado.'],
    ['unsupported', 'Este navegador no da tu ubicación.'],
    [null, 'Tu dispositivo no encontró tu ubicación.'],
  ])('where it is missing (%s) that is said, and the message is ready all the same', (failure, reason) => {
    const { panel } = show({ whereabouts: { fix: null, failure } })
    expect(panel.getByRole('status').textContent).toBe(
      `Error de ubicación. ${reason} El mensaje va sin ella.`,
    )
    expect(panel.queryByText('Cómo permitirla') !== null).toBe(failure === 'denied')
    expect(title()).toBe('Listo para enviar')
    expect(links()[0]).toBe('Abrir WhatsApp y enviar a Lucía')
  })
})

describe('the record of the alert', () => {
  const event = { id: 'a', owner: 'ana', at: NOW, state: 'ready', body: '' } as const
  const ON_DEVICE =
    'El registro de esta alerta está en tu dispositivo y subirá a tu cuenta cuando haya conexión.'
  const ARRIVED = 'El registro de esta alerta ya está en tu cuenta.'

  it('is said to be in her account only once it has arrived there', async () => {
    await events.lane.put(event)
    const { panel } = show()
    panel.getByText(ON_DEVICE)
    expect(panel.queryByText(ARRIVED)).toBeNull()
    // The connection is back.
    await act(() => events.lane.open('ana'))
    await panel.findByText(ARRIVED)
  })

  it('that the device could not keep asks her to leave the page open', async () => {
    const { shelf, disk } = memoryDevice()
    disk.full = true
    events.lane = createQueueLane<string>('peligro', shelf, {
      deliver: () => Promise.reject(new TypeError('Failed to fetch')),
      until: () => 'delivered',
    })
    await events.lane.open('ana')
    await events.lane.put(event)
    const { panel } = show()
    panel.getByText(/no tiene espacio para el registro de esta alerta: no cierres Amparo hasta/)
    expect(panel.queryByText(ON_DEVICE)).toBeNull()
  })

  it('of somebody else on this device is none of hers', async () => {
    await events.lane.put({ ...event, owner: 'bea' })
    show().panel.getByText(ARRIVED)
  })
})

it('closes at her wish', async () => {
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: 'Cerrar el mensaje' }))
  expect(onClose).toHaveBeenCalledOnce()
})
