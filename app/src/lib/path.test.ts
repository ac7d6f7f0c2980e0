import { describe, expect, it } from 'vitest'
import { matchPath, resolve, writePath } from './path.ts'

describe('where a link leads', () => {
  it.each([
    ['/diario-emocional', '/diario-emocional'],
    ['/soporte?codigo=7#fin', '/soporte?codigo=7#fin'],
    [{ pathname: '/register', search: 'codigo=7' }, '/register?codigo=7'],
    [{ pathname: '/register', search: '?codigo=7' }, '/register?codigo=7'],
    // Without a path: on the page where it stands, of which nothing else is kept.
    [{ hash: 'carta' }, '/holistica#carta'],
    [{ search: '' }, '/holistica'],
    [{ search: '?' }, '/holistica'],
    ['#carta', '/holistica#carta'],
  ])('%o', (to, href) => {
    expect(writePath(resolve(to, '/holistica'))).toBe(href)
  })

  it('is never another host', () => {
    expect(writePath(resolve('//malo.example/x', '/'))).toBe('/malo.example/x')
    expect(writePath(resolve('/\\malo.example', '/'))).toBe('/malo.example')
    expect(writePath(resolve({ hash: 'x' }, '//malo.example'))).toBe('/malo.example#x')
    for (const hidden of [
      '/\t/malo.example',
      '/\n\\malo.example',
      '/\r\n//malo.example',
      '\\\t/malo.example',
    ]) {
      const { href } = new URL(writePath(resolve({ pathname: `/${hidden}` }, '/')), 'https://casa.example')
      expect(href).toBe('https://casa.example/malo.example')
    }
    expect(() => resolve('https://malo.example', '/')).toThrow('no address of the app')
  })
})

describe('whether an address is one of a path', () => {
  it.each([
    ['/', '/', {}],
    ['/perfil', '/perfil', {}],
    ['/perfil', '/Perfil/', {}],
    ['/confianza/:codigo', '/confianza/a1', { codigo: 'a1' }],
    ['/confianza/confirmar/:clave', '/confianza/confirmar/k%C3%A1', { clave: 'ká' }],
    // Cut in the middle of a sign, as some programs of mail do.
    ['/alerta/:codigo', '/alerta/a%', { codigo: 'a%' }],
  ])('%s is %s', (path, pathname, params) => {
    expect(matchPath(path, pathname)).toEqual(params)
  })

  it.each([
    ['/', '/perfil'],
    ['/perfil', '/'],
    ['/perfil', '/perfil/mas'],
    ['/confianza/:codigo', '/confianza/'],
    ['/confianza/:codigo', '/confianza/confirmar/k'],
    ['/confianza/:codigo', '/confianza//'],
  ])('%s is not %s', (path, pathname) => {
    expect(matchPath(path, pathname)).toBeNull()
  })
})
