import { describe, expect, it } from 'vitest'
import { brand } from '../installation/brand.ts'
import { composeMensaje, describeAge, describeFix, mapsHref } from './mensaje.ts'

const NOW = 1_800_000_000_000
const zocalo = { lat: 19.4326, lng: -99.1332, accuracy: 38, at: NOW - 20_000 }

describe('redactar', () => {
  it('says where, how precisely and how long ago', () => {
    expect(composeMensaje({ fix: zocalo, failure: null }, NOW)).toBe(
      '¡Necesito ayuda! Estoy aquí (con 40 m de margen, hace 20 s):\nhttps://www.google.com/maps?q=19.4326,-99.1332\n' +
        'Llámame; si no contesto, llama al 911.',
    )
  })

  it('says who asks, and nothing in the place of a name that everybody has', () => {
    const named = (nombre: string | null) => composeMensaje({ fix: null, failure: 'denied' }, NOW, nombre)
    expect(named('Ana')).toMatch(/^¡Necesito ayuda! Soy Ana\. No pude/)
    for (const nobody of [null, '', '  ', brand.defaultUsername]) expect(named(nobody)).toBe(named(null))
    expect(composeMensaje({ fix: zocalo, failure: null }, NOW, 'Ana')).toContain('Soy Ana. Estoy aquí (')
  })

  it('does not pass off an old place as where she is', () => {
    const text = composeMensaje({ fix: { ...zocalo, at: NOW - 720_000 }, failure: 'denied' }, NOW)
    expect(text).toContain('Mi última ubicación conocida (con 40 m de margen, hace 12 min)')
    expect(text).not.toContain('Estoy aquí')
  })

  it('says that there is no place rather than nothing', () => {
    const text = composeMensaje({ fix: null, failure: 'timeout' }, NOW)
    expect(text).toContain('No pude obtener mi ubicación')
    expect(text).not.toContain('maps')
  })
})

describe('describeFix', () => {
  it.each([
    [3, 'con 5 m de margen'],
    [38, 'con 40 m de margen'],
    [97, 'con 95 m de margen'],
    [444, 'con 440 m de margen'],
    [999, 'con 1000 m de margen'],
    [1_250, 'con 1.3 km de margen'],
    [12_000, 'con 12 km de margen'],
  ])('%d metres: %s', (accuracy, text) => {
    expect(describeFix({ ...zocalo, accuracy }, NOW)).toBe(`${text}, hace 20 s`)
  })

  it('leaves out a precision that the device does not know', () => {
    expect(describeFix({ ...zocalo, accuracy: null }, NOW)).toBe('hace 20 s')
  })
})

describe('describeAge', () => {
  it.each([
    [-5_000, 'justo ahora'],
    [4_999, 'justo ahora'],
    [5_000, 'hace 5 s'],
    [59_999, 'hace 59 s'],
    [60_000, 'hace 1 min'],
    [3_599_999, 'hace 59 min'],
    [3_600_000, 'hace 1 h'],
    [20_000_000, 'hace 5 h'],
    [172_799_999, 'hace 47 h'],
    [172_800_000, 'hace 2 días'],
  ])('%d ms: %s', (ms, text) => {
    expect(describeAge(ms)).toBe(text)
  })
})

it('writes coordinates a map understands, however small', () => {
  expect(mapsHref({ ...zocalo, lat: 0.00000012, lng: -179.99999999 })).toBe(
    'https://www.google.com/maps?q=0,-180',
  )
  expect(mapsHref({ ...zocalo, lat: -0.0000123456, lng: 10 })).toBe(
    'https://www.google.com/maps?q=-0.000012,10',
  )
})
