import { describe, expect, it } from 'vitest'
import { destino } from './destino.ts'

const ORIGIN = 'https://amparo.example'
const NAME = 'abcdefgh-ABCDEFGH_012345'

describe('destino', () => {
  it.each([
    [`/llamada/${NAME}`, { kind: 'aqui', path: `/llamada/${NAME}` }],
    [`${ORIGIN}/llamada/${NAME}`, { kind: 'aqui', path: `/llamada/${NAME}` }],
    ['https://casa.daily.co/sala', { kind: 'fuera', href: 'https://casa.daily.co/sala' }],
    ['https://meet.example/sala', { kind: 'fuera', href: 'https://meet.example/sala' }],
  ])('%s', (address, expected) =>
    expect(destino(address, ORIGIN, ['*.daily.co', 'meet.example'])).toEqual(expected),
  )
  it.each([
    null,
    '',
    '/perfil',
    `/llamada/${NAME}?x=1`,
    '//malo.mx/llamada/x',
    'javascript:alert(1)',
    'http://casa.daily.co/sala',
    'https://daily.co.malo.mx/sala',
    'https://malodaily.co/sala',
    'https://casa.daily.co@malo.mx/sala',
    'https://ana:clave@casa.daily.co/sala',
    'https://meet.example:8443/sala',
  ])('never opens %s', (address) =>
    expect(destino(address, ORIGIN, ['*.daily.co', 'meet.example'])).toBeNull(),
  )
  it('without a provider only ours', () => expect(destino('https://casa.daily.co/s', ORIGIN)).toBeNull())
})
