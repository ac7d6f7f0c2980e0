import { afterEach, expect, it, vi } from 'vitest'
import { inTab } from '../../lib/device/storage.ts'
import { createStore } from '../../lib/store.ts'
import type { Seguimiento } from './followAlerta.ts'
import { keepWhileOpen } from './keepAlerta.ts'
import { knownAlerta } from './keptAlerta.ts'
import { readVista } from './vista.ts'

const following = { start: vi.fn(), look: vi.fn(), answer: vi.fn(), stop: vi.fn() }
const NOW = Date.parse('2026-11-22T22:14:00-06:00')
const LUGAR = { latitud: 19.4326, longitud: -99.1332, precision_m: null, lugar_hace_s: 20 }
const ABIERTA: Seguimiento = {
  vista: readVista({ nombre: 'Ana', pulsada_hace_s: 180, desde_hace_s: 864_000, ...LUGAR }, NOW),
  vistaEn: NOW,
  saliendo: 'ya_voy',
  falloDesde: NOW,
}

/** A page that follows one alert, which is open. */
function opened(codigo = 'uno') {
  const store = createStore(ABIERTA)
  keepWhileOpen(codigo, { ...following, ...store })
  return store
}

afterEach(() => inTab.keys().forEach(inTab.removeItem))

it('of an open alert everything comes back, with its moments, for its own link alone', () => {
  opened()
  const { vista, vistaEn, saliendo } = ABIERTA
  expect(knownAlerta('uno', NOW + 3_600_000)).toEqual({ vista, vistaEn, saliendo })
  expect(knownAlerta('otro', NOW)).toBeNull()
})

it.each([
  ['closed', readVista({ estado: 'cerrada' }, NOW)],
  ['unknown, or of somebody who is no contact any more', null],
])('of one that is %s nothing is left, and of another one all', (_, vista) => {
  opened('otro')
  const store = opened()
  store.set({ ...ABIERTA, vista })
  expect(knownAlerta('uno', NOW)).toBeNull()
  expect(inTab.keys()).toEqual(['alerta:otro'])
})

it('before the first answer what was known stays', () => {
  opened()
  keepWhileOpen('uno', { ...following, ...createStore({ ...ABIERTA, vista: undefined }) })
  expect(knownAlerta('uno', NOW)).not.toBeNull()
})

it('after a day it is neither shown nor there', () => {
  opened()
  expect(knownAlerta('uno', NOW + 86_400_000)).toBeNull()
  expect(inTab.keys()).toEqual([])
})
