import { describe, expect, it } from 'vitest'
import { canWait } from '../features/legal/antes.ts'
import type { Papel } from '../lib/cuenta/papeles.ts'
import { routes } from './routes.tsx'
import { findRoute, headerTitle, opensBeforeSteps, redirectFor } from './routing.ts'

const visitorPaths = ['/landing', '/login', '/register', '/pricing', '/legal']
const memberPaths = [
  '/',
  '/seguridad',
  '/seguridad/apoyo-y-refugios',
  '/seguridad/primeros-pasos',
  '/bienestar',
  '/comunidad',
  '/comunidad/blog',
  '/comunidad/salas',
  '/comunidad/sala/7f0c',
  '/aprendizaje',
  '/prevencion',
  '/holistica',
  '/biblioteca',
  '/podcast',
  '/diario-emocional',
  '/perfil',
  '/sexualidad',
  '/directorio-terapeutas',
  '/agenda',
  '/referidos',
  '/payment-success',
  '/legal',
  '/pricing',
]
const nobodysPaths = [
  '/coberturas',
  '/comunidad/chat',
  '/nada',
  '/comunidad/sala',
  '/seguridad/otra',
  '/index.html',
]

describe('who may go where (docs/product.md#paths)', () => {
  it.each(visitorPaths)('a visitor may see %s', (path) => {
    expect(redirectFor(path, false)).toBeNull()
  })

  it.each([...memberPaths.filter((path) => !visitorPaths.includes(path)), ...nobodysPaths])(
    'a visitor who asks for %s goes to /landing',
    (path) => {
      expect(redirectFor(path, false)).toBe('/landing')
    },
  )

  it.each(memberPaths)('a member may see %s', (path) => {
    expect(redirectFor(path, true)).toBeNull()
  })

  it.each(['/landing', '/login', '/register', ...nobodysPaths])(
    'a member who asks for %s goes home',
    (path) => {
      expect(redirectFor(path, true)).toBe('/')
    },
  )

  it.each([
    '/cuenta/confirmada',
    '/cuenta/enlace-vencido',
    '/camino/abc',
    '/alerta/abc',
    '/confianza/abc',
    '/confianza/confirmar/abc',
  ])('%s opens for both', (path) => {
    expect(redirectFor(path, true)).toBeNull()
    expect(redirectFor(path, false)).toBeNull()
  })

  it('what contacts open by a link is shown by itself, with a title that says nothing, and nothing else is', () => {
    expect(routes.flatMap(({ alone, path }) => (alone ? path : []))).toEqual([
      '/confianza/:codigo',
      '/confianza/confirmar/:clave',
      '/alerta/:codigo',
    ])
    for (const { tabTitle } of routes.filter(({ alone }) => alone)) expect(tabTitle).toBe('Mensaje')
  })

  it('«No fui yo», and nothing else, opens while a second step is missing', () => {
    expect(routes.map(({ path }) => path).filter(opensBeforeSteps)).toEqual(['/cuenta/no-fui-yo'])
    expect(opensBeforeSteps('/cuenta/no-fui-yo/')).toBe(true)
  })

  it("the admin alone opens the admin's pages", () => {
    expect(redirectFor('/admin', false)).toBe('/landing')
    expect(redirectFor('/admin', true)).toBe('/')
    for (const papel of ['administradora', 'moderadora', 'editora', 'soporte'] as const)
      expect(redirectFor('/admin', true, [papel])).toBeNull()
  })

  it('each of them opens for one role, and for administradoras', () => {
    const open = (papel: Papel) =>
      routes
        .filter(({ access, path }) => access === 'admin' && redirectFor(path, true, [papel]) === null)
        .map(({ path }) => path)
    expect(open('moderadora')).toEqual([
      ...['/admin', '/admin/hoy', '/admin/revision', '/admin/salas', '/admin/usuarias'],
    ])
    expect(open('editora')).toEqual([
      '/admin',
      '/admin/directorio',
      '/admin/emergencias',
      '/admin/contenidos',
      '/admin/biblioteca',
      '/admin/podcast',
      '/admin/legal',
      '/admin/eventos',
    ])
    expect(open('soporte')).toEqual(['/admin', '/admin/soporte'])
    expect(open('administradora')).toEqual(
      routes.filter(({ access }) => access === 'admin').map(({ path }) => path),
    )
  })

  it('a legal text that she has not accepted comes before none of the pages of safety, of the team, or of links from outside', () => {
    const waiting = routes
      .filter(({ access, alone, menus, path }) => {
        const safe = /^\/(seguridad|cuenta|camino|llamada|perfil|soporte|legal)\b/.test(path) || path === '/'
        return access === 'admin' || alone || menus?.administracion || safe
      })
      .map(({ path }) => path)
      .filter(canWait)
    expect(waiting).toEqual([])
    expect(routes.filter(({ path }) => canWait(path)).length).toBeGreaterThan(10)
  })

  it('takes a slash at the end for the same path', () => {
    expect(redirectFor('/login/', false)).toBeNull()
  })
})

describe('header titles (docs/product.md#paths)', () => {
  it.each([
    ['/seguridad', 'Seguridad'],
    ['/seguridad/apoyo-y-refugios', 'Apoyo y Refugios'],
    ['/bienestar', 'Bienestar'],
    ['/comunidad', 'Comunidad'],
    ['/comunidad/blog', 'Blog'],
    ['/comunidad/salas', 'Salas de Chat'],
    ['/comunidad/chat', 'Salas de Chat'],
    ['/aprendizaje', 'Aprendizaje'],
    ['/prevencion', 'Prevención'],
    ['/holistica', 'Zona Holística'],
    ['/biblioteca', 'Biblioteca'],
    ['/podcast', 'Escucha'],
    ['/coberturas', 'Mis Coberturas'],
    ['/diario-emocional', 'Diario Emocional'],
    ['/perfil', 'Mi Perfil'],
    ['/sexualidad', 'Sexualidad Consciente'],
  ])('%s is %s', (path, title) => {
    expect(headerTitle(path)).toBe(title)
  })

  it.each(['/agenda', '/referidos', '/comunidad/sala/1', '/otra'])('%s gets the brand', (path) => {
    expect(headerTitle(path)).toBeUndefined()
  })
})

it('no tab title says what the page is for', () => {
  const telling = /amparo|segur|pánico|panico|violencia|diario|sexual|apoyo|refugio|emocional/i
  for (const { tabTitle } of routes) expect(tabTitle).not.toMatch(telling)
})

it('finds a route by its path with parameters', () => {
  expect(findRoute('/comunidad/sala/7f0c')?.name).toBe('Sala')
})
