import { describe, expect, it } from 'vitest'
import {
  describeCall,
  describeClosing,
  describeOpening,
  describePresses,
  readVia,
  readVista,
  stillShown,
  titleOf,
  type VistaAbierta,
  type VistaCerrada,
} from './vista.ts'

/** Ten in the evening of the device's own day. */
const NOW = new Date(2026, 10, 22, 22, 17).getTime()
const ABIERTA = {
  estado: 'abierta',
  origen: 'boton',
  nombre: 'Ana',
  pulsada_hace_s: 180,
  tardia: false,
  pulsaciones: 1,
  ultima_pulsacion_hace_s: null,
  latitud: 19.4326,
  longitud: -99.1332,
  precision_m: 38,
  lugar_hace_s: 20,
  nota: null,
  numero_emergencia: '133',
  numero_pais: 'CL',
  telefono: null,
  otra_persona_respondio: false,
  respuesta: null,
}
const abierta = (over = {}) => readVista({ ...ABIERTA, ...over }, NOW) as VistaAbierta
const cerrada = (over = {}) =>
  readVista(
    { ...ABIERTA, estado: 'cerrada', motivo: 'a_salvo', con_pin: false, cerrada_hace_s: 180, ...over },
    NOW,
  ) as VistaCerrada

describe('an answer, in moments of the device', () => {
  it('says since when and where, and how old the place is', () => {
    expect(abierta()).toMatchObject({
      nombre: 'Ana',
      pulsadaEn: NOW - 180_000,
      fix: { lat: 19.4326, lng: -99.1332, accuracy: 38, at: NOW - 20_000 },
      emergencia: expect.objectContaining({ numero: '133', codigo: 'CL', pais: 'Chile', supuesta: false }),
      telefono: null,
    })
  })

  it('has no place where none came, and no nonsense for one', () => {
    expect(abierta({ latitud: null, longitud: null }).fix).toBeNull()
    expect(abierta({ latitud: 0, longitud: 0 }).fix).toBeNull()
    expect(abierta({ latitud: null }).fix).toBeNull()
    expect(abierta({ longitud: null }).fix).toBeNull()
    expect(abierta({ precision_m: null }).fix?.accuracy).toBeNull()
  })

  it('is nothing for a code that leads nowhere, and somebody for a name that is none', () => {
    expect(readVista(null, NOW)).toBeNull()
    expect(abierta({ nombre: '  ' }).nombre).toBe('Alguien que confía en ti')
  })

  it('says where somebody made her close it', () => {
    expect(readVista({ estado: 'abierta', coaccion: true }, Date.now())).toMatchObject({ coaccion: true })
  })

  it('is an alert also where the service says little of it', () => {
    expect(readVista({}, NOW)).toEqual({
      estado: 'abierta',
      origen: 'boton',
      nombre: 'Alguien que confía en ti',
      pulsadaEn: NOW,
      desde: null,
      telefono: null,
      emergencia: expect.objectContaining({ numero: '911' }),
      respuesta: null,
      tardia: false,
      pulsaciones: 1,
      ultimaPulsacionEn: null,
      fix: null,
      nota: null,
      otraPersonaRespondio: false,
      coaccion: false,
    })
    expect(readVista({ estado: 'cerrada' }, NOW)).toMatchObject({
      motivo: null,
      conPin: false,
      cerradaEn: NOW,
    })
  })

  it('has what she wrote and her number, and that somebody answered, where she or the service says so', () => {
    expect(
      abierta({
        nota: ' Estoy con Rosa. ',
        telefono: '+525512345678',
        otra_persona_respondio: true,
        ultima_pulsacion_hace_s: 0,
        pulsaciones: 2,
      }),
    ).toMatchObject({
      nota: 'Estoy con Rosa.',
      telefono: '+525512345678',
      otraPersonaRespondio: true,
      ultimaPulsacionEn: NOW,
      pulsaciones: 2,
    })
    expect(abierta({ nota: '  ', telefono: '' })).toMatchObject({ nota: null, telefono: null })
  })
})

describe('which number to call', () => {
  it('is the one that the contact had before, since anybody may take her name', () => {
    expect(describeCall(abierta({ desde_hace_s: 864_000, telefono: '+525512345678' }))).toBe(
      'Eres su contacto desde el 12 de noviembre de 2026. Llámala al número que ya tenías antes de aceptar. El botón marca el que ella dio: +525512345678.',
    )
    expect(describeCall(cerrada({ desde_hace_s: 0 }))).toBe(
      'Eres su contacto desde el 22 de noviembre de 2026. Llámala solo si sabes que puede hablar, al número que ya tenías antes de aceptar.',
    )
    expect(describeCall(abierta())).not.toContain('desde')
  })
})

describe('what is said of an open one', () => {
  it('says what happened, when, and that it came late', () => {
    expect(titleOf(abierta())).toBe('Ana pide ayuda')
    expect(describeOpening(abierta(), NOW)).toBe('Pulsó su botón a las 22:14, hace 3 min.')
    expect(describeOpening(abierta({ tardia: true, pulsada_hace_s: 7_200 }), NOW)).toBe(
      'Pulsó a las 20:17; su teléfono no tenía señal y el aviso salió después. Fue hace 2 h.',
    )
  })

  it('names the day of a press that was not today', () => {
    expect(describeOpening(abierta({ tardia: true, pulsada_hace_s: 86_400 }), NOW)).toContain(
      '22:17 del 21/11',
    )
  })

  it('tells a drill and a timer from a press', () => {
    expect(titleOf(abierta({ origen: 'simulacro' }))).toBe('Ana prueba su alerta')
    expect(describeOpening(abierta({ origen: 'simulacro' }), NOW)).toContain('No está pidiendo ayuda')
    expect(titleOf(abierta({ origen: 'llegada' }))).toBe('Ana no ha dicho que está bien')
    expect(describeOpening(abierta({ origen: 'llegada' }), NOW)).toBe(
      'Quedó en avisar a las 22:14, hace 3 min. Todavía no sabemos de ella.',
    )
  })

  it('counts presses that joined, and says nothing of one', () => {
    expect(describePresses(abierta(), NOW)).toBeNull()
    expect(describePresses(abierta({ pulsaciones: 3, ultima_pulsacion_hace_s: 40 }), NOW)).toBe(
      'Ha pulsado 3 veces; la última, hace 40 s.',
    )
    expect(describePresses(abierta({ pulsaciones: 2 }), NOW)).toBe('Ha pulsado 2 veces.')
  })
})

describe('what is said of a closed one', () => {
  it('says that it is over, and what', () => {
    expect(titleOf(cerrada())).toBe('La alerta está cerrada')
    expect(titleOf(cerrada({ origen: 'simulacro' }))).toBe('El simulacro terminó')
    expect(stillShown(null, NOW)).toBeNull()
  })

  it('says that she is safe only where her PIN was asked for', () => {
    expect(describeClosing(cerrada(), NOW)).toBe('Cerrada desde su teléfono a las 22:14; confirma con ella.')
    expect(describeClosing(cerrada({ motivo: 'por_error' }), NOW)).toBe(
      'Cerrada desde su teléfono a las 22:14; confirma con ella.',
    )
    expect(describeClosing(cerrada({ con_pin: true }), NOW)).toBe(
      'A las 22:14, con su PIN, Ana dijo que está a salvo. Confirma con ella.',
    )
    expect(describeClosing(cerrada({ con_pin: true, motivo: 'por_error' }), NOW)).toBe(
      'A las 22:14, con su PIN, Ana dijo que fue por error. Confirma con ella.',
    )
  })

  it('where she was made to close it before, and nobody typed her PIN, says that she must not be called', () => {
    for (const motivo of ['a_salvo', 'por_error', 'sin_noticias', 'cuenta_eliminada']) {
      const text = describeClosing(cerrada({ motivo, coaccion: true }), NOW)
      expect(text).toContain('No la llames ni le escribas')
      expect(text).not.toMatch(/confirma con ella|búscala/i)
    }
    expect(describeClosing(cerrada({ coaccion: true, con_pin: true }), NOW)).toContain('Confirma con ella')
  })

  it('never says so of one that ended by itself', () => {
    for (const con_pin of [false, true]) {
      const text = describeClosing(cerrada({ motivo: 'sin_noticias', con_pin }), NOW)
      expect(text).toContain('No sabemos cómo está')
      expect(text).not.toContain('a salvo')
    }
  })

  it('of an account that ended says that nobody knows whether she is safe', () => {
    const ended = cerrada({ motivo: 'cuenta_eliminada', con_pin: false })
    expect(titleOf(ended)).toBe('Su cuenta ya no existe')
    expect(describeClosing(ended, NOW)).toContain('no sabemos si está a salvo')
  })

  it('of a drill thanks those who answered, and asks nothing of those who did not', () => {
    const drill = (respuesta: string | null) =>
      describeClosing(cerrada({ origen: 'simulacro', respuesta }), NOW)
    expect(drill('ya_voy')).toBe('Terminó a las 22:14. Gracias por responder.')
    expect(drill(null)).toBe('Terminó a las 22:14. No tienes que hacer nada.')
  })

  it('is shown for an hour, also where nobody can be asked', () => {
    expect(stillShown(cerrada({ cerrada_hace_s: 3_599 }), NOW)).not.toBeNull()
    expect(stillShown(cerrada({ cerrada_hace_s: 3_600 }), NOW)).toBeNull()
    expect(stillShown(abierta({ pulsada_hace_s: 80_000 }), NOW)).not.toBeNull()
  })
})

it('takes from the address only a way that there is', () => {
  expect(readVia('?por=push')).toBe('push')
  expect(readVia('?por=correo&otra=1')).toBe('correo')
  expect(readVia('?por=<script>')).toBeNull()
  expect(readVia('')).toBeNull()
})
