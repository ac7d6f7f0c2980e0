import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTab } from '../device/storage.ts'
import { composeMensaje } from '../outside/mensaje.ts'
import {
  choosePais,
  emergenciaFrom,
  keepNumeros,
  keepPais,
  numerosOf,
  readElegido,
  readEmergencia,
  readNumeros,
  readPais,
  sayNumero,
} from './emergencia.ts'
import { describeFuente, isOldFuente } from './fuente.ts'
import { NUMEROS } from './numeros.ts'
import { guessPais } from './zonas.ts'

const BOGOTA = 'America/Bogota'

class FakeStorage {
  #entries = new Map<string, string>()
  getItem = (key: string) => this.#entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.#entries.set(key, value)
  removeItem = (key: string) => void this.#entries.delete(key)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('sessionStorage', new FakeStorage())
})
afterEach(() => void vi.unstubAllGlobals())

describe('what a time zone suggests', () => {
  it.each([
    ['America/Bogota', 'CO'],
    ['America/Santiago', 'CL'],
    ['America/Argentina/Cordoba', 'AR'],
    ['America/Buenos_Aires', 'AR'],
    ['Pacific/Galapagos', 'EC'],
    ['America/Mexico_City', 'MX'],
    ['America/Tijuana', 'MX'],
    ['Europe/Madrid', 'ES'],
    ['America/Sao_Paulo', 'BR'],
  ])('%s: %s', (zona, codigo) => expect(guessPais(zona)).toBe(codigo))

  it.each([undefined, '', 'UTC', 'Etc/GMT+6', 'America/New_York', 'Asia/Tokyo', 'America/Bogota2'])(
    '%s: nothing',
    (zona) => expect(guessPais(zona)).toBeNull(),
  )

  it('is never a country whose number we have not', () => {
    const known = NUMEROS.map(({ codigo }) => codigo)
    for (const zona of Intl.supportedValuesOf('timeZone')) {
      const codigo = guessPais(zona)
      if (codigo) expect(known, zona).toContain(codigo)
    }
  })
})

describe('whom she calls', () => {
  it.each(['America/Mexico_City', 'UTC', 'America/New_York', undefined])('%s: 911, as specified', (zona) => {
    expect(readEmergencia(zona ?? 'UTC')).toMatchObject({ numero: '911', codigo: 'MX', supuesta: false })
    expect(sayNumero(readEmergencia(zona ?? 'UTC'))).toBe('911')
  })

  it('asks nothing where the country that is supposed has the same number', () => {
    expect(readEmergencia('America/Costa_Rica')).toMatchObject({ numero: '911', supuesta: false })
  })

  it('supposes Colombia, beside 911, until she says yes', () => {
    expect(readEmergencia(BOGOTA)).toMatchObject({ numero: '123', pais: 'Colombia', supuesta: true })
    expect(sayNumero(readEmergencia(BOGOTA))).toBe('123 (en Colombia) o al 911')
    choosePais('CO')
    expect(readEmergencia(BOGOTA)).toMatchObject({ numero: '123', supuesta: false })
    expect(sayNumero(readEmergencia(BOGOTA))).toBe('123 (emergencias en Colombia)')
    // Wherever her clock is then.
    expect(readEmergencia('America/Mexico_City').numero).toBe('123')
    expect(readPais()).toBe('CO')
  })

  it('that she is not there holds too', () => {
    choosePais('')
    expect(readEmergencia(BOGOTA)).toMatchObject({ numero: '911', supuesta: false })
    expect(readPais()).toBeNull()
  })

  it('her account takes a choice over, but not one that is newer', () => {
    choosePais('CO')
    keepPais('CO', 'CO')
    expect(readElegido()).toBeNull()
    expect(readEmergencia(BOGOTA).numero).toBe('123')
    choosePais('CL')
    keepPais('CO', 'CO')
    expect(readElegido()).toBe('CL')
    expect(readEmergencia(BOGOTA).numero).toBe('133')
    choosePais('CL')
    keepPais(null, 'CL')
    expect(readEmergencia(BOGOTA)).toMatchObject({ numero: '123', supuesta: true })
  })

  it('what somebody else wrote into the browser is no choice', () => {
    for (const value of ['<b>', 'co', 'COL', 'tel:1']) {
      localStorage.setItem('pais', value)
      expect(readEmergencia(BOGOTA).supuesta, value).toBe(true)
    }
    choosePais('XX')
    expect(readEmergencia(BOGOTA).numero).toBe('911')
  })

  it('works in a browser that keeps nothing', () => {
    vi.unstubAllGlobals()
    choosePais('CO')
    expect(readEmergencia(BOGOTA), 'what she said holds for this page').toMatchObject({ supuesta: false })
    inTab.removeItem('pais')
    expect(readEmergencia(BOGOTA)).toMatchObject({ numero: '123', supuesta: true })
  })

  it('the message to her contacts has her number', () => {
    choosePais('CO')
    expect(composeMensaje({ fix: null, failure: 'timeout' }, 0)).toContain(
      'si no contesto, llama al 123 (emergencias en Colombia).',
    )
  })
})

describe('the table', () => {
  const perú = {
    codigo: 'PE',
    pais: 'Perú',
    numeros: ['911'],
    fuente: 'https://www.gob.pe/',
    fecha: '2026-11-01',
  }

  it('of the service counts more than what the app was built with', () => {
    keepNumeros([perú], 5)
    expect(numerosOf('Perú').numeros).toEqual(['911'])
    expect(describeFuente(numerosOf('Perú'))).toBe('Fuente: gob.pe, 1 de noviembre de 2026')
  })

  it('is not taken from anything that looks wrong', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{"numeros":[{"codigo":"PE","pais":"Perú","numeros":["javascript:1"]}]}',
    ]) {
      localStorage.setItem('numeros', text)
      expect(readNumeros(), text).toEqual(NUMEROS)
    }
  })

  it('never shows a number under the name of a country that it is not of', () => {
    expect(numerosOf('Brasil').numeros[0]).toBe('190')
    expect(numerosOf('Atlántida')).toMatchObject({ pais: 'México', numeros: ['911'] })
  })

  it('of somebody else: the number that the service gave, under her country', () => {
    expect(emergenciaFrom('133', 'CL')).toMatchObject({ numero: '133', pais: 'Chile', supuesta: false })
    expect(describeFuente(emergenciaFrom('134', 'CL').de)).toBe('Sin verificar')
    expect(emergenciaFrom(null, null).numero).toBe('911')
    expect(sayNumero(emergenciaFrom('190', 'BR'))).toBe('190 (emergencias en Brasil, sin verificar)')
  })
})

describe('how old a source is', () => {
  const now = new Date(2026, 10, 22)
  it.each([
    ['2024-11-21', true],
    ['2024-11-22', false],
    ['2024-10', true],
    ['2024-11', false],
    ['2024', false],
    ['2024 (sin día visible)', false],
    ['2020-2021', true],
    ['sin fecha visible (2021 por contexto)', true],
    ['sin fecha visible', false],
    [null, false],
  ])('%s: %s', (fecha, old) => expect(isOldFuente(fecha, now)).toBe(old))

  it('stands beside the number', () => {
    const say = (fuente: string | null, fecha: string | null, verificado: string | null = null) =>
      describeFuente({ fuente, fecha, verificado })
    expect(say('gob.mx', '2016-10-03')).toBe('Fuente: gob.mx, 3 de octubre de 2016')
    expect(say('gob.mx', null)).toBe('Sin verificar')
    expect(say('gob.mx', 'sin fecha visible')).toBe('Sin verificar')
    expect(say(null, null, '2026-11-02')).toBe('Verificado por teléfono el 2 de noviembre de 2026')
  })
})
