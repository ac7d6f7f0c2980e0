import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../data/entry.ts'
import {
  type Alarma,
  type Alerta,
  alarmaOf,
  type Entrega,
  isAttended,
  isUnanswered,
  mayHaveReached,
  nothingLeft,
  personasOf,
  secondsToArrive,
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
    ['and the pause is over', 'sin oir', null, [waits(abrir)], 6_000],
    ['she wants no pause', 'sin oir', null, [waits(abrir), waits({ que: 'enviar ya' })], 1_000],
    ['the service has heard', 'pausa', enPausa, [], 1_000],
    [
      'she wants no pause, and the service has not heard that',
      'saliendo',
      enPausa,
      [waits({ que: 'enviar ya' })],
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
    ['she took back a press that waits', 'cerrando', null, [waits(abrir), waits(cerrar)], 1_000],
    ['only a place waits', null, null, [waits({ que: 'lugar', fix: {} as never })], 1_000],
    ['the very moment at which its pause is over', 'saliendo', enPausa, [], 5_000],
    ['the very moment, and the service has not heard', 'sin oir', null, [waits(abrir)], 5_000],
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

  it('ends with what she said, as the alert that the service knows, or as the press where it knows of none', () => {
    const fin = { motivo: 'por_error', conPin: true }
    expect(see(abierta, [waits(cerrar)], 9_000)).toEqual({
      fase: 'cerrando',
      alerta: 'a1',
      oida: true,
      pulsadaEn: T0,
      saleEn: T0 + 5_000,
      fin,
      servicio: abierta,
    })
    expect(see(null, [waits(cerrar)], 9_000)).toEqual({
      fase: 'cerrando',
      alerta: 'p1',
      oida: false,
      pulsadaEn: T0 + 9_000,
      saleEn: T0 + 9_000,
      fin,
      servicio: null,
    })
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
    expect(textOf({ estado: 'respondida' })).toEqual(['Respondió'])
    expect(textOf({ estado: 'enviada' }, { estado: 'enviada', via: 'sms' })).toEqual([
      'Enviada por correo y por SMS',
    ])
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
    // Nothing more to know of one way alone, nor of another that only got less far.
    expect(personasOf([way({})])[0]?.detalle).toBeNull()
    expect(personasOf([way({ estado: 'entregada' }), way({ estado: 'enviada', via: 'sms' })])).toMatchObject([
      { estado: 'entregada', detalle: null },
    ])
  })

  it.each([
    ['en_cola', null],
    ['enviada', at(1_000)],
    ['entregada', at(2_000)],
    ['vista', at(3_000)],
    ['respondida', at(4_000)],
  ] as const)('is %s since the moment of just that', (estado, desde) => {
    const all = {
      enviada_en: at(1_000),
      entregada_en: at(2_000),
      vista_en: at(3_000),
      respondida_en: at(4_000),
    }
    expect(personasOf([way({ ...all, estado })])[0]?.desde).toBe(desde)
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

it('counts the seconds until a drill arrived, by the first way that proved it', () => {
  const seconds = (...ways: Partial<Entrega>[]) => secondsToArrive(abierta, ways.map(way))
  expect(seconds({ estado: 'enviada', enviada_en: at(1_000) })).toBeNull()
  expect(seconds({ estado: 'vista', vista_en: at(40_300) }, { via: 'push', entregada_en: at(3_300) })).toBe(3)
})

it('names a number where nobody says «Ya voy» or calls for three minutes, whoever has seen it', () => {
  const open = see(abierta, [], 0)!
  const after = (ms: number, ...ways: Partial<Entrega>[]) =>
    isUnanswered(open, ways.map(way), T0 + 5_000 + ms)
  expect(after(179_000, {})).toBe(false)
  expect(after(180_000, {})).toBe(true)
  expect(after(180_000, { estado: 'vista' })).toBe(true)
  expect(after(180_000, { respuesta: 'no_puedo' })).toBe(true)
  expect(after(180_000, { respuesta: 'ya_voy' })).toBe(false)
  expect(isAttended([way({ respuesta: 'la_llamo' })])).toBe(true)
  // One is enough, and a press that nobody has heard of is unanswered too.
  expect(isAttended([way({ respuesta: 'no_puedo' }), way({ respuesta: 'ya_voy' }), way({})])).toBe(true)
  const notHeard = see(null, [waits(abrir)], 6_000)!
  expect(isUnanswered(notHeard, [], T0 + 184_000)).toBe(false)
  expect(isUnanswered(notHeard, [], T0 + 185_000)).toBe(true)
  expect(isUnanswered(see(cerrada, [], 0)!, [], T0 + 999_000)).toBe(false)
})
