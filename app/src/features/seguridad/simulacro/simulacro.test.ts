import { expect, it } from 'vitest'
import type { LocationFailure, LocationPermission } from '../../../lib/device/geolocation.ts'
import { judgeLugar } from './simulacro.ts'

const NOW = 1_800_000_000_000
const judged = (failure: LocationFailure, permiso: LocationPermission) => {
  const { permiso: allowed, lugar } = judgeLugar({ whereabouts: { fix: null, failure }, permiso }, NOW)
  return [allowed.bien, lugar.bien, `${allowed.texto} ${lugar.texto}`] as const
}

it('takes nothing for allowed or looked for that was not', () => {
  expect(judged('denied', 'denied')).toEqual([
    false,
    false,
    expect.stringMatching(/^Está bloqueado.+No la buscamos/),
  ])
  // Never answered: no permission, and no search of four seconds.
  expect(judged('timeout', 'prompt')).toEqual([
    false,
    false,
    expect.stringMatching(/no hubo respuesta.+No la buscamos/),
  ])
  expect(judged('unsupported', 'unknown')).toEqual([
    false,
    false,
    expect.stringContaining('no da tu ubicación'),
  ])
  for (const [failure, permiso] of [
    ['denied', 'denied'],
    ['timeout', 'prompt'],
    ['timeout', 'denied'],
  ] as const) {
    expect(judged(failure, permiso)[2]).not.toMatch(/cuatro segundos|Permitido\./)
  }
})

it('says of a search that found nothing that it was one', () => {
  expect(judged('timeout', 'granted')).toEqual([true, false, expect.stringContaining('cuatro segundos')])
  expect(judged('unavailable', 'granted')).toEqual([true, false, expect.stringContaining('no la encontró')])
  expect(judged('timeout', 'unknown')).toEqual([
    false,
    false,
    expect.stringContaining('no dice si está permitido'),
  ])
})

it('a place is proof of both, whatever the browser says', () => {
  const fix = { lat: 19.4, lng: -99.1, accuracy: 40, at: NOW - 20_000 }
  expect(judgeLugar({ whereabouts: { fix, failure: null }, permiso: 'unknown' }, NOW)).toEqual({
    permiso: { bien: true, texto: 'Permitido.' },
    lugar: { bien: true, texto: 'Encontrada con 40 m de margen, hace 20 s.' },
  })
})
