import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import {
  type Alarma,
  type Alerta,
  alarmaOf,
  type Entrega,
  isAttended,
  isUnanswered,
  LEAVING_MS,
  mayHaveReached,
  nothingLeft,
  type Persona,
  personasOf,
  titularOf,
} from './estado.ts'
import type { Paso, UnheardPaso } from './unheard.ts'

const T0 = Date.parse('2026-11-22T22:00:00Z')
const at = (ms: number) => new Date(T0 + ms).toISOString()

const abierta: Alerta = {
  id: 'a1',
  cliente_id: 'p1',
  origen: 'boton',
  estado: 'abierta',
  motivo: null,
  con_pin: false,
  pulsada_en: at(0),
  creada_en: at(300),
  sale_en: at(5_000),
  cerrada_en: null,
  pulsaciones: 1,
  orden: 'todas',
  espera_min: 3,
  nota: null,
}
const enPausa: Alerta = { ...abierta, estado: 'pausa' }
const cerrada: Alerta = { ...abierta, estado: 'cerrada', motivo: 'a_salvo', cerrada_en: at(60_000) }

let turn = 0
const waits = (paso: Paso, alerta = 'p1'): Entry<UnheardPaso> => ({
  id: `${paso.que} ${alerta}`,
  owner: 'ana',
  at: ++turn,
  state: 'ready',
  body: { ...paso, alerta },
})
const HERE = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 }
const abrir: Paso = { que: 'abrir', pulsadaEn: T0, pausaS: 5 }
const cerrar: Paso = { que: 'cerrar', motivo: 'por_error', conPin: true }

const see = (
  servicio: Alerta | null,
  unheard: Entry<UnheardPaso>[],
  ms: number,
  here?: Map<string, number>,
) => alarmaOf(servicio, unheard, T0 + ms, here)

describe('where an alert stands', () => {
  it.each<[string, Alarma['fase'] | null, Alerta | null, Entry<UnheardPaso>[], number]>([
    ['nothing', null, null, [], 0],
    ['pressed, the service has not heard', 'pausa', null, [waits(abrir)], 1_000],
    ['and the pause is over', 'sin_oir', null, [waits(abrir)], 6_000],
    ['she wants no pause', 'sin_oir', null, [waits(abrir), waits({ que: 'enviar_ya' })], 1_000],
    ['the service has heard', 'pausa', enPausa, [], 1_000],
    [
      'she wants no pause, and the service has not heard that',
      'saliendo',
      enPausa,
      [waits({ que: 'enviar_ya' })],
      1_000,
    ],
    ['the pause is over, and nothing says that it left', 'saliendo', enPausa, [], 5_100],
    ['it left', 'abierta', abierta, [], 5_100],
    ['it left although her clock says that it has not', 'abierta', abierta, [], 1_000],
    ['another press waits to join', 'abierta', abierta, [waits(abrir, 'p2')], 9_000],
    ['she says that it is over', 'cerrando', abierta, [waits(cerrar)], 9_000],
    ['she took back what the service never heard of', 'cerrando', null, [waits(cerrar)], 9_000],
    ['the service closed it before its answer came', 'cerrada', cerrada, [waits(cerrar)], 61_000],
    ['over', 'cerrada', cerrada, [], 61_000],
    [
      'a press behind the end is another alert',
      'pausa',
      abierta,
      [waits(cerrar), waits({ ...abrir, pulsadaEn: T0 + 9_000 }, 'p2')],
      10_000,
    ],
  ])('%s: %s', (_, fase, servicio, unheard, ms) => {
    expect(see(servicio, unheard, ms)?.fase ?? null).toBe(fase)
  })

  it('counts by the clock of the page that was pressed, and never longer than a pause can be', () => {
    const ahead = { ...enPausa, sale_en: at(3_600_000) }
    expect(see(ahead, [], 1_000)?.saleEn).toBe(T0 + 11_000)
    expect(see(ahead, [], 1_000, new Map([['p1', T0 + 5_000]]))?.saleEn).toBe(T0 + 5_000)
  })

  it('is never said to be heard before it is', () => {
    expect(see(null, [waits(abrir)], 1_000)?.oida).toBe(false)
    expect(see(enPausa, [], 1_000)?.oida).toBe(true)
    expect(see(cerrada, [], 61_000)?.oida).toBe(true)
  })

  it('leaves with the last moment of its pause, here and at the service', () => {
    expect(see(null, [waits(abrir)], 4_999)?.fase).toBe('pausa')
    expect(see(null, [waits(abrir)], 5_000)?.fase).toBe('sin_oir')
    expect(see(enPausa, [], 5_000)?.fase).toBe('saliendo')
  })

  it('ends as what it is: the alert of the service, or a press that nobody heard of', () => {
    const fin = { motivo: 'por_error', conPin: true }
    // The press that opened it, or a place, does not make of the end something that goes on.
    const before = [waits(abrir, 'p0'), waits({ que: 'lugar', fix: HERE }, 'a1')]
    for (const unheard of [[waits(cerrar, 'p9')], [...before, waits(cerrar, 'p9')]])
      expect(see(abierta, unheard, 9_000)).toEqual({
        fase: 'cerrando',
        alerta: 'a1',
        oida: true,
        pulsadaEn: T0,
        saleEn: T0 + 5_000,
        fin,
        servicio: abierta,
      })
    expect(see(null, [waits(cerrar)], 9_000)).toMatchObject({
      alerta: 'p1',
      oida: false,
      fin,
      servicio: null,
    })
  })

  it('is not begun by a place or a wish of an alert that is over', () => {
    expect(see(null, [waits({ que: 'lugar', fix: HERE }), waits({ que: 'enviar_ya' })], 0)).toBeNull()
    expect(see(cerrada, [waits({ que: 'lugar', fix: HERE }, 'a1')], 61_000)?.fase).toBe('cerrada')
  })

  it('left nothing behind only where it was closed before it left', () => {
    expect(nothingLeft({ ...cerrada, cerrada_en: at(2_000) })).toBe(true)
    expect(nothingLeft({ ...cerrada, cerrada_en: cerrada.sale_en })).toBe(false)
    expect(nothingLeft(cerrada)).toBe(false)
    expect(nothingLeft(abierta)).toBe(false)
  })
})

const way = (part: Partial<Entrega>): Entrega => ({
  id: crypto.randomUUID(),
  contacto_id: 'lucia',
  via: 'correo',
  estado: 'en_cola',
  motivo: null,
  respuesta: null,
  enviada_en: null,
  entregada_en: null,
  vista_en: null,
  respondida_en: null,
  ...part,
})

it('reached nobody where no way of anybody took it', () => {
  expect(mayHaveReached([])).toBe(false)
  expect(mayHaveReached([way({ estado: 'fallida' }), way({ estado: 'fallida' })])).toBe(false)
  expect(mayHaveReached([way({ estado: 'fallida' }), way({ estado: 'en_cola' })])).toBe(true)
  expect(mayHaveReached([way({ estado: 'fallida', enviada_en: at(1_000) })])).toBe(true)
})

describe('each person', () => {
  const textOf = (...ways: Partial<Entrega>[]) => personasOf(ways.map(way)).map(({ texto }) => texto)

  it('has the words of the state that is proven, and no more', () => {
    expect(textOf({})).toEqual(['Por salir'])
    expect(textOf({ estado: 'enviada', enviada_en: at(6_000) })).toEqual(['Enviada por correo'])
    expect(textOf({ estado: 'entregada', via: 'push' })).toEqual(['Le llegó'])
    expect(textOf({ estado: 'vista' })).toEqual(['La vio'])
    expect(textOf({ estado: 'respondida', respuesta: 'ya_voy' })).toEqual(['«Ya voy»'])
    expect(textOf({ estado: 'respondida', respuesta: 'la_llamo' })).toEqual(['«La estoy llamando»'])
    expect(textOf({ estado: 'respondida', respuesta: 'no_puedo' })).toEqual(['«No puedo ahora»'])
  })

  it('counts by the furthest of her ways, and says why another failed', () => {
    expect(
      personasOf([
        way({ estado: 'fallida', motivo: 'límite de mensajes de hoy', via: 'sms' }),
        way({ estado: 'enviada', enviada_en: at(6_000) }),
        way({ via: 'push' }),
      ]),
    ).toMatchObject([
      {
        texto: 'Enviada por correo',
        detalle: 'Notificación: por salir · SMS: límite de mensajes de hoy',
        desde: at(6_000),
      },
    ])
    expect(personasOf([way({ estado: 'fallida', motivo: 'el correo no existe' })])).toMatchObject([
      { texto: 'No le llegó', detalle: 'Correo: el correo no existe', desde: null },
    ])
  })

  it('is said to have been since the moment of that state, and to lack nothing where nothing failed', () => {
    const moments = { enviada_en: at(1), entregada_en: at(2), vista_en: at(3), respondida_en: at(4) }
    const states = ['en_cola', 'fallida', 'enviada', 'entregada', 'vista', 'respondida'] as const
    const since = states.map((estado) => personasOf([way({ estado, ...moments })])[0]!.desde)
    expect(since).toEqual([null, null, at(1), at(2), at(3), at(4)])
    const lacks = (...ways: Partial<Entrega>[]) => personasOf(ways.map(way))[0]!.detalle
    expect(lacks({})).toBeNull()
    expect(lacks({ estado: 'vista' }, { estado: 'enviada', via: 'push' })).toBeNull()
  })

  it('stands above who has not come as far', () => {
    const list = personasOf([
      way({ contacto_id: 'bea', estado: 'fallida', motivo: 'x' }),
      way({ contacto_id: 'sol', estado: 'vista' }),
      way({ contacto_id: 'luz', estado: 'respondida', respuesta: 'ya_voy' }),
    ])
    expect(list.map(({ contactoId }) => contactoId)).toEqual(['luz', 'sol', 'bea'])
    const same = personasOf(
      [way({ contacto_id: 'bea' }), way({ contacto_id: 'luz' })],
      [{ id: 'luz' }, { id: 'bea' }],
    )
    expect(same.map(({ contactoId }) => contactoId)).toEqual(['luz', 'bea'])
  })
})

it('names a number where nobody says «Ya voy» or calls for three minutes, even where it was seen', () => {
  const open = see(abierta, [], 0)!
  const after = (ms: number, ...ways: Partial<Entrega>[]) =>
    isUnanswered(open, ways.map(way), T0 + 5_000 + ms)
  expect(after(179_000, {})).toBe(false)
  expect(after(180_000, {})).toBe(true)
  expect(after(180_000, { estado: 'vista' })).toBe(true)
  expect(after(180_000, { respuesta: 'no_puedo' })).toBe(true)
  expect(after(180_000, { respuesta: 'ya_voy' })).toBe(false)
  expect(isAttended([way({ respuesta: 'la_llamo' })])).toBe(true)
  expect(isAttended([way({ respuesta: 'no_puedo' }), way({ respuesta: 'ya_voy' })])).toBe(true)
  // Nor where the service has not even heard of it.
  expect(isUnanswered(see(null, [waits(abrir)], 6_000)!, [], T0 + 185_000)).toBe(true)
  expect(isUnanswered(see(cerrada, [], 0)!, [], T0 + 999_000)).toBe(false)
})

describe('the one sentence of her screen', () => {
  const persona = (contactoId: string, estado: string, respuesta: string | null = null): Persona => ({
    contactoId,
    estado: estado as Persona['estado'],
    respuesta,
    texto: '',
    detalle: null,
    desde: estado === 'en_cola' ? null : '2026-11-29T10:25:00Z',
  })
  const says = (...personas: Persona[]) => titularOf(personas, (id) => id ?? '', 1_000)?.texto

  it('is the furthest that is proven of anybody', () => {
    expect(says()).toBeUndefined()
    expect(says(persona('Mamá', 'en_cola'), persona('Lu', 'en_cola'))).toBe('Está saliendo para 2 personas')
    expect(says(persona('Mamá', 'en_cola'), persona('Lu', 'enviada'))).toBe('Salió para Lu')
    expect(says(persona('Mamá', 'entregada'), persona('Lu', 'enviada'))).toBe('Le llegó a Mamá')
    expect(says(persona('Mamá', 'vista'), persona('Lu', 'vista'))).toBe('Mamá y Lu la vieron')
    expect(says(persona('Mamá', 'vista'), persona('Lu', 'respondida', 'la_llamo'))).toBe(
      'Lu te está llamando',
    )
    expect(says(persona('Mamá', 'respondida', 'ya_voy'), persona('Lu', 'respondida', 'la_llamo'))).toBe(
      'Mamá ya viene',
    )
  })
  it('does not say for long that it is leaving: then that it has not left', () => {
    const waiting = [persona('Mamá', 'en_cola'), persona('Lu', 'fallida')]
    expect(titularOf(waiting, String, LEAVING_MS)?.texto).toBe('Todavía no salió para 1 persona')
    expect(titularOf([persona('Mamá', 'enviada')], String, LEAVING_MS)?.texto).toBe('Salió para Mamá')
  })
  it('never calls an alert answered by somebody who cannot come, while others have it', () => {
    expect(says(persona('Mamá', 'respondida', 'no_puedo'))).toBe('Mamá no puede ahora')
    expect(says(persona('Mamá', 'respondida', 'no_puedo'), persona('Lu', 'entregada'))).toBe('Le llegó a Lu')
    expect(says(persona('Mamá', 'fallida'), persona('Lu', 'fallida'))).toBe('No le llegó a nadie')
  })
})
