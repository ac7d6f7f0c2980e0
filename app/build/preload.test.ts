import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readRooms } from './preload.ts'

const source = path.resolve(import.meta.dirname, '../src')
const read = (file: string) => readFileSync(path.join(source, file), 'utf8')
const ROUTES = `
const inicio = room(() => import('./features/inicio/Inicio.tsx'), 'Inicio')
const hoy = ofEquipo('Hoy')
export const routes = [
  { path: '/', access: 'miembro', screen: inicio },
  { path: '/admin/hoy', access: 'admin', screen: hoy },
]
`

it('asks ahead for a file that is there, whatever the address opens', () => {
  const rooms = readRooms(read('routes.tsx'), read('features/admin/rooms.ts'))
  expect(rooms.length).toBeGreaterThan(40)
  expect(rooms.filter(({ path }) => path.startsWith('/admin')).length).toBeGreaterThan(15)
  expect(rooms.filter(({ module }) => !existsSync(path.join(source, module)))).toEqual([])
})

it('reads where a room of the team lies from their list, and fails the build where it does not stand there', () => {
  const listed = "  Hoy: async () => (await import('./guardia/Hoy.tsx')).Hoy,"
  expect(readRooms(ROUTES, listed)).toEqual([
    { path: '/', access: 'miembro', module: 'features/inicio/Inicio.tsx' },
    { path: '/admin/hoy', access: 'admin', module: 'features/admin/guardia/Hoy.tsx' },
  ])
  expect(() => readRooms(ROUTES, '')).toThrow('what /admin/hoy opens')
})

it('reads the routes alone, not what stands before them or only while one develops', () => {
  const around = `const other = { path: '/otra' }${ROUTES}if (import.meta.env.DEV) routes.push({ path: '/taller' })`
  const listed = "  Hoy: async () => (await import('./guardia/Hoy.tsx')).Hoy,"
  expect(readRooms(around, listed).map(({ path }) => path)).toEqual(['/', '/admin/hoy'])
})

it('fails the build, and says of what, where a route is written in another way than all others', () => {
  const routes = (route: string) => `export const routes = [${route}]\nif (import.meta.env.DEV) {}`
  expect(() => readRooms(routes("{ path: '/', screen: inicio }"), '')).toThrow('what / opens')
  expect(() => readRooms(routes("{ path: '/', access: 'miembro' }"), '')).toThrow('what / opens')
  expect(() => readRooms(routes(''), '')).toThrow('no route can be read')
})
