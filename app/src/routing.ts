import { matchPath } from 'react-router'
import { brand } from './lib/installation/brand.ts'
import { type AppRoute, routes, withoutRoom } from './routes.tsx'

/** The route that a path opens, whoever asks. */
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
  return (withoutRoom.find(({ to }) => to === pathname) ?? findRoute(pathname))?.title
}

/** What the browser's tab says of a path. */
export const tabTitle = (pathname: string): string =>
  `${findRoute(pathname)?.tabTitle ?? ''} · ${brand.discreetTitle}`

/**
 * Where somebody must be sent instead of where she asked to go.
 *
 * @param isAdmin only shows or hides: what the admin's rooms do is allowed or refused by the database
 * @returns the path to go to, or null when she may stay
 */
export function redirectFor(pathname: string, signedIn: boolean, isAdmin = false): '/' | '/landing' | null {
  const access = findRoute(pathname)?.access
  if (access === 'todas') return null
  if (!signedIn) return access === 'visitante' ? null : '/landing'
  return access === 'miembro' || (access === 'admin' && isAdmin) ? null : '/'
}
