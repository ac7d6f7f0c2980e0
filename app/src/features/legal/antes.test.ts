import { expect, it } from 'vitest'
import { canWait } from './antes.ts'

it.each([
  ['/', false],
  ['/seguridad', false],
  ['/seguridad/apoyo-y-refugios', false],
  ['/camino/abc', false],
  ['/llamada/abc', false],
  ['/legal', false],
  ['/alerta/abc', false],
  ['/confianza/abc', false],
  ['/confianza/confirmar/abc', false],
  ['/directorio-terapeutas', false],
  ['/soporte', false],
  ['/admin', false],
  ['/admin/revision', false],
  ['/administrada', true],
  ['/perfil', false],
  ['/cuenta/contrasena', false],
  ['/comunidad', true],
  ['/diario-emocional', true],
  ['/pricing', true],
  ['/legalmente', true],
])('«%s» may wait for the legal texts: %s', (pathname, expected) => {
  expect(canWait(pathname)).toBe(expected)
})
