import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run.ts'

/** Stands for a circle, whose id a test puts in its place. */
export const SALA = 'd0000000-0000-4000-8000-00000000005a'

/** Where a path needs something to be shown: an id, a code, a query. */
const EXAMPLES = new Map([
  ['/alerta/:codigo', '/alerta/nadie-llama-por-aqui'],
  ['/camino/:codigo', '/camino/nadie-anda-por-aqui'],
  ['/confianza/:codigo', '/confianza/nadie-invita-por-aqui'],
  ['/confianza/confirmar/:clave', '/confianza/confirmar/nadie-pregunta-por-aqui'],
  ['/comunidad/sala/:id', `/comunidad/sala/${SALA}`],
  ['/llamada/abrir/:sala', `/llamada/abrir/${SALA}`],
  ['/payment-success', '/payment-success?plan=premium'],
])

/** Screens that no test of all screens opens, and why. */
export const UNSEEN = new Map([
  ['/llamada/:id', 'a call that stands needs another member in it: e2e/journeys/llamada.spec.ts'],
  ['/cuenta/no-fui-yo', 'asks nothing without the key of a notice: e2e/journeys/acceso.spec.ts'],
])

/** Routes on which the admin sees more than other members do. */
const MORE_FOR_THE_ADMIN = ['/seguridad/apoyo-y-refugios', '/directorio-terapeutas']

/**
 * The paths of `app/src/app/routes.tsx`, from its text: that file imports components, which Node alone cannot read.
 * `tools/screens.test.ts` compares them with the routes themselves.
 */
export function routes(): { path: string; access: string }[] {
  const source = readFileSync(path.join(root, 'app/src/app/routes.tsx'), 'utf8')
  return [...source.matchAll(/\bpath: '([^']+)',[^}]*?\baccess: '(\w+)'/g)].map(
    ([, path = '', access = '']) => ({
      path,
      access,
    }),
  )
}

/**
 * What a test of all screens opens, as whom.
 * @throws Error for a path with a parameter for which no example is named
 */
export function screens(): { visitor: string[]; member: string[]; admin: string[] } {
  const seen = routes().filter(({ path }) => !UNSEEN.has(path))
  const open = (...access: string[]) =>
    seen.filter((route) => access.includes(route.access)).map((route) => exampleOf(route.path))
  return {
    visitor: open('visitante', 'todas'),
    member: open('miembro', 'todas'),
    admin: [...open('admin'), ...MORE_FOR_THE_ADMIN],
  }
}

/** A path that can be opened, of one with parameters. */
export function exampleOf(path: string): string {
  const example = EXAMPLES.get(path) ?? path
  if (example.includes('/:')) throw new Error(`tools/lib/screens.ts: no example for ${path}`)
  return example
}
