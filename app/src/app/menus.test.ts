import { describe, expect, it } from 'vitest'
import { ENTRIES } from '../features/admin/menu.ts'
import { GRUPOS } from '../lib/team/grupos.ts'
import { isActive, menuOf } from './menus.ts'
import { type Menu, redirectedPaths, routes } from './routes.tsx'

const MENUS: Menu[] = ['tabs', 'sidebar', 'secondary', 'home', 'administracion']

const read = (menu: Menu) => menuOf(menu).map(({ to, label }) => `${label} ${to}`)

describe('menus (docs/product.md#menus)', () => {
  it('gives each page its own icon', () => {
    const icons = [...routes, ...redirectedPaths].flatMap(({ icon }) => icon ?? [])
    expect(icons.length).toBeGreaterThan(15)
    expect(new Set(icons).size).toBe(icons.length)
  })

  it('has six tabs', () => {
    expect(read('tabs')).toEqual([
      'Inicio /',
      'Seguridad /seguridad',
      'Comunidad /comunidad',
      'Holística /holistica',
      'Sexualidad /sexualidad',
      'Perfil /perfil',
    ])
  })

  it('has nine items in the sidebar', () => {
    expect(read('sidebar')).toEqual([
      'Inicio /',
      'Seguridad /seguridad',
      'Sexualidad /sexualidad',
      'Comunidad /comunidad',
      'Diario /diario-emocional',
      'Biblioteca /biblioteca',
      'Bienestar /bienestar',
      'Holística /holistica',
      'Perfil /perfil',
    ])
  })

  it('has a secondary list', () => {
    expect(read('secondary')).toEqual([
      'Diario Emocional /diario-emocional',
      'Biblioteca /biblioteca',
      'Escucha /podcast',
      'Coberturas /coberturas',
      'Bienestar /bienestar',
    ])
  })

  it('lists on Home what no tab reaches', () => {
    expect(read('home')).toEqual([
      'Mi agenda /agenda',
      'Novedades /novedades',
      'Bienestar /bienestar',
      'Terapeutas /directorio-terapeutas',
      'Biblioteca /biblioteca',
      'Escucha /podcast',
      'Aprendizaje /aprendizaje',
      'Prevención /prevencion',
      'Invita y Gana /referidos',
      'Planes /pricing',
      'Administración /admin',
    ])
    const admin = menuOf('home').filter(({ onlyAdmin }) => onlyAdmin)
    expect(admin.map(({ to }) => to)).toEqual(['/admin'])
  })

  it("has the admin's pages, with what each is for", () => {
    const shown = menuOf('administracion').map((page) => ({ ...page, ...ENTRIES[page.to] }))
    expect(Object.keys(ENTRIES).filter((path) => !shown.some(({ to }) => to === path))).toEqual([])
    expect(new Set(shown.map(({ icon }) => icon)).size).toBe(shown.length)
    expect(shown.map(({ to, label, description }) => [to, label, description])).toEqual([
      ['/admin/hoy', 'Hoy', 'Lo que espera, y quién está de guardia'],
      ['/admin/revision', 'Revisión', 'Lo que espera una decisión, en una sola lista'],
      ['/seguridad/apoyo-y-refugios', 'Directorio de apoyo', 'Asociaciones, y números que ya no funcionan'],
      ['/directorio-terapeutas', 'Terapeutas', 'Agregar, corregir y ocultar; reseñas'],
      ['/admin/biblioteca', 'Biblioteca', 'Los libros de cada semana y sus archivos'],
      ['/admin/podcast', 'Podcast', 'Episodios y su audio'],
      ['/admin/salas', 'Salas', 'Los Círculos de Confianza'],
      ['/admin/legal', 'Políticas legales', 'Escribir y publicar versiones'],
      ['/admin/usuarias', 'Usuarias', 'Buscar, pausar, expulsar; lo decidido'],
      ['/admin/equipo', 'Equipo', 'Quién ayuda, con qué papel; invitar y retirar'],
      ['/admin/soporte', 'Soporte', 'Responder a quien escribe al equipo'],
      ['/admin/estado', 'Estado de la casa', 'Respaldo, colas, correo, disco; qué hacer'],
      ['/admin/cifras', 'Cifras', 'Cuántas somos y qué se usa; alertas y cómo salieron'],
      ['/admin/miradas', 'Quién miró', 'Cada consulta del equipo sobre una integrante'],
      ['/admin/fallos', 'Fallos', 'Pantallas que fallaron, sin decir a quién'],
      ['/admin/directorio', 'Llamadas del directorio', 'A quién llamar, sugerencias, hoja de cálculo'],
      ['/admin/emergencias', 'Números de emergencia', 'El que se marca en cada país'],
      ['/admin/comunicados', 'Comunicados', 'Contarles algo a todas, a un país, a quien usa un rincón'],
      ['/admin/eventos', 'Eventos y talleres', 'Fecha, lugares, enlace; publicar y cancelar'],
      ['/admin/contenidos', 'Contenidos', 'Las próximas semanas, y lo que falta en cada una'],
    ])
  })
})

describe('a page that is forgotten', () => {
  it.each(MENUS)('no two stand at one place of %s, and none is left free', (menu) => {
    const places = [...routes, ...redirectedPaths].flatMap(({ menus }) => menus?.[menu]?.at ?? [])
    expect(places.sort((a, b) => a - b)).toEqual(places.map((_, index) => index + 1))
  })

  it("each page of the team's is one role's", () => {
    expect(menuOf('administracion').filter(({ papel }) => !papel)).toEqual([])
  })

  it("each page of the team's stands in one group of its start page", () => {
    const inGroups = GRUPOS.flatMap(({ paths }) => paths)
    expect([...inGroups].sort()).toEqual(
      menuOf('administracion')
        .map(({ to }) => to)
        .sort(),
    )
    expect(GRUPOS.map(({ nombre }) => nombre)).toEqual(['Hoy', 'Personas', 'Contenidos', 'Ajustes'])
  })

  it("each page of the admin's stands in her menu", () => {
    const hers = routes.filter(({ access, path }) => access === 'admin' && path !== '/admin')
    expect(hers.filter(({ menus }) => !menus?.administracion).map(({ path }) => path)).toEqual([])
  })

  it('what a menu lists is shown by a screen or by the frame, once', () => {
    const shown = routes.flatMap(({ shows }) => shows ?? [])
    expect([...shown, 'tabs', 'sidebar', 'secondary'].sort()).toEqual([...MENUS].sort())
  })
})

describe('isActive', () => {
  it('follows the pages inside a page', () => {
    expect(isActive('/comunidad', '/comunidad/sala/1')).toBe(true)
    expect(isActive('/seguridad', '/comunidad')).toBe(false)
  })

  it('marks Inicio on exactly /', () => {
    expect(isActive('/', '/')).toBe(true)
    expect(isActive('/', '/perfil')).toBe(false)
  })
})
