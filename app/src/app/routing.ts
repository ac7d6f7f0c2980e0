import { matchPath } from 'react-router'
import { hasPapel, type Papeles } from '../lib/cuenta/papeles.ts'
import { brand } from '../lib/installation/brand.ts'
import { type AppRoute, redirectedPaths, routes } from './routes.tsx'

/** The route of a path, before any access check. */
export function findRoute(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname))
}

/**
 * Whether a path opens even while the code of her second factor is asked for, or the admin's own password: «No fui yo» of a
 * notice asks for neither, and the factor may be one that somebody else put there.
 */
export function opensBeforeSteps(pathname: string): boolean {
  return findRoute(pathname)?.path === '/cuenta/no-fui-yo'
}

/** The header's title for a path; undefined stands for the brand's. */
export function headerTitle(pathname: string): string | undefined {
  return (redirectedPaths.find(({ to }) => to === pathname) ?? findRoute(pathname))?.title
}

/** What the browser's tab says of a path. */
export const tabTitle = (pathname: string): string =>
  `${findRoute(pathname)?.tabTitle ?? ''} · ${brand.discreetTitle}`

/**
 * Where somebody must be sent instead of where she asked to go.
 *
 * @param papeles only show or hide: what the team's pages do is allowed or refused by the database
 * @returns the path to go to, or null when she may stay
 */
export function redirectFor(
  pathname: string,
  signedIn: boolean,
  papeles: Papeles = [],
): '/' | '/landing' | null {
  const route = findRoute(pathname)
  const access = route?.access
  if (access === 'todas') return null
  if (!signedIn) return access === 'visitante' ? null : '/landing'
  if (access === 'miembro') return null
  // The start page is every role's; each page has one.
  const papel = route?.menus?.administracion?.papel
  return access === 'admin' && (papel ? hasPapel(papeles, papel) : papeles.length > 0) ? null : '/'
}
