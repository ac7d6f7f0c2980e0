import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { canonicalPath, matchPath, type Path, resolve, type To, writePath } from './path.ts'
import { createStore } from './store.ts'

/*
 * What this app takes of a router (docs/decisions/0423): an address that is the browser's own, links that do not load the page anew, and which of
 * a list of paths it is. The names are those of react-router, whose other parts were 13 KB of every first screen.
 */

/** Where she is. `state` is what a link gave along, and `key` another one for each visit, also of the same address. */
export type Location = Path & { state: unknown; key: string }

/** How she came to the address that she is at: by «back», «forward» or by opening the page; by a link; by a link that leaves no way back. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

type At = { location: Location; arrivedBy: NavigationType }

/** As it lies in the browser's history. The names are older than this file: what a page of the release before left there is read as well. */
type Kept = { usr?: unknown; key?: string } | null

function readLocation(): Location {
  const { pathname, search, hash } = window.location
  const kept = history.state as Kept
  return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? 'default' }
}

/** Set by whatever changes the address, and heard by the one router of a page. */
const moved = createStore<At | null>(null)

/** Goes to an address of the app, which becomes the browser's own. */
export type Go = (to: To, options?: { replace?: boolean; state?: unknown }) => void

const navigate: Go = (to, { replace = false, state = null } = {}) => {
  const path = resolve(to, window.location.pathname)
  const href = writePath(path)
  const key = Math.random().toString(36).slice(2, 10)
  try {
    if (replace) history.replaceState({ usr: state, key }, '', href)
    else history.pushState({ usr: state, key }, '', href)
  } catch {
    // Safari allows a hundred of them in ten seconds: the page is loaded anew instead.
    window.location.assign(href)
    return
  }
  moved.set({ location: { ...path, state, key }, arrivedBy: replace ? 'REPLACE' : 'PUSH' })
}

const Where = createContext<At | null>(null)
const Params = createContext<Record<string, string | undefined>>({})

/** The address of this page, for all within. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<At>(() => ({ location: readLocation(), arrivedBy: 'POP' }))
  useLayoutEffect(() => {
    const stop = moved.subscribe(() => setAt(moved.get()!))
    const onPop = () => setAt({ location: readLocation(), arrivedBy: 'POP' })
    window.addEventListener('popstate', onPop)
    return () => {
      stop()
      window.removeEventListener('popstate', onPop)
    }
  }, [])
  return <Where value={at}>{children}</Where>
}

/** A fixed address, where there is no browser (`umbral/render.tsx`). */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const at: At = {
    location: { ...resolve(location, '/'), state: null, key: 'default' },
    arrivedBy: 'POP',
  }
  return <Where value={at}>{children}</Where>
}

function useAt(): At {
  const at = useContext(Where)
  if (!at) throw new Error('a room outside of its router')
  return at
}

/** Where she is; drawn anew whenever that changes. */
export const useLocation = (): Location => useAt().location

/** How she came here. */
export const useNavigationType = (): NavigationType => useAt().arrivedBy

/** @returns what leads to another address; the same function always */
export const useNavigate = (): Go => navigate

/** What stands in the address for each `:name` of the route's path. */
export const useParams = () => useContext(Params)

/** What stands behind the `?`, and what writes it anew. */
export function useSearchParams(): [
  URLSearchParams,
  (next: Record<string, string>, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback(
    (next: Record<string, string>, options?: { replace?: boolean }) =>
      navigate({ search: new URLSearchParams(next).toString() }, options),
    [],
  )
  return [params, set]
}

/** Leads to another address as soon as it is drawn. */
export function Navigate({ to, replace }: { to: To; replace?: boolean }) {
  const { pathname, search, hash } = resolve(to, useLocation().pathname)
  useEffect(() => navigate({ pathname, search, hash }, { replace }), [pathname, search, hash, replace])
  return null
}

/** What stands at this address: the first of the list whose path it is, or nothing. */
export function Routes({ of }: { of: readonly { path: string; element: ReactNode }[] }) {
  const { pathname } = useLocation()
  for (const { path, element } of of) {
    const params = matchPath(path, pathname)
    if (params) return <Params value={params}>{element}</Params>
  }
  return null
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Leaves no way back to this page. */
  replace?: boolean
  state?: unknown
}

/** A link within the app. Whatever is not a plain press, as one that opens a new tab, is the browser's. */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const { location } = useAt()
  const path = resolve(to, location.pathname)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || (target && target !== '_self')) return
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // To where she is already: one way back is enough.
    const same = canonicalPath(writePath(path)) === writePath(location)
    navigate(path, { replace: replace ?? same, state })
  }
  return <a {...rest} href={writePath(path)} target={target} onClick={follow} />
}
