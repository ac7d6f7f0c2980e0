import { describe, expect, it } from 'vitest'
import { isActive, secondary, sidebar, tabs } from './menu.ts'

const walk = (items: { to: string; label: string }[]) => items.map(({ to, label }) => `${label} ${to}`)

describe('menus (docs/product.md#menus)', () => {
  it('has six tabs', () => {
    expect(walk(tabs)).toEqual([
      'Inicio /',
      'Seguridad /seguridad',
      'Comunidad /comunidad',
      'Holística /holistica',
      'Sexualidad /sexualidad',
      'Perfil /perfil',
    ])
  })

  it('has nine items in the sidebar', () => {
    expect(sidebar.map(({ label }) => label)).toEqual([
      'Inicio',
      'Seguridad',
      'Sexualidad',
      'Comunidad',
      'Diario',
      'Biblioteca',
      'Bienestar',
      'Holística',
      'Perfil',
    ])
  })

  it('has a secondary list', () => {
    expect(secondary.map(({ to }) => to)).toEqual([
      '/diario-emocional',
      '/biblioteca',
      '/podcast',
      '/coberturas',
      '/bienestar',
    ])
  })
})

describe('isActive', () => {
  it('follows the rooms inside a room', () => {
    expect(isActive('/comunidad', '/comunidad/sala/1')).toBe(true)
    expect(isActive('/seguridad', '/comunidad')).toBe(false)
  })

  it('marks Inicio on exactly /', () => {
    expect(isActive('/', '/')).toBe(true)
    expect(isActive('/', '/perfil')).toBe(false)
  })
})
