import type { ServerConfig } from '../../config/serverConfig.ts'

/** Schemes that run or show something instead of leading somewhere. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:'])

/**
 * Where a mailed link or a sign-in elsewhere may lead: our own origin, or what the project's settings name.
 * Anything else falls back to the site's own address, silently.
 * @param target as the client gave it
 */
export function allowedRedirect(config: ServerConfig, target: string): string {
  const url = parseStrictly(target)
  const home = siteOf(config)
  if (!url) return home
  const ours =
    url.origin !== 'null' && [home, config.siteUrl].some((site) => url.origin === new URL(site).origin)
  const named = config.project.auth.additionalRedirectUrls.some((pattern) => matches(pattern, url.href))
  return ours || named ? url.href : home
}

/** Where the pages are: the folder's own site where it has one, else this server. */
export function siteOf({ project, siteUrl }: Pick<ServerConfig, 'project' | 'siteUrl'>): string {
  return project.auth.siteUrl ?? siteUrl
}

/** Browsers accept backslashes, control characters and user names in addresses; redirects must not contain them. */
function parseStrictly(target: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it matches
  if (target === '' || target.length > 2_000 || /[\u0000-\u0020\u007f\\]/.test(target)) return undefined
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(target) || !URL.canParse(target)) return undefined
  const url = new URL(target)
  return NEVER.has(url.protocol) || url.username || url.password ? undefined : url
}

/**
 * Whether an address fits a setting: `*` stands for any run without `.` and `/`, `**` for any run, `?` for one character.
 * Source: Supabase documentation, "Redirect URLs".
 */
function matches(pattern: string, href: string): boolean {
  const expression = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*'
      if (part === '*') return '[^./]*'
      if (part === '?') return '[^./]'
      return part.replace(/[.+^${}()|[\]\\]/g, '\\$&')
    })
    .join('')
  // A URL without a path gets a slash when parsed; the setting may be written without it.
  const whole = new RegExp(`^${expression}$`)
  return whole.test(href) || (href.endsWith('/') && whole.test(href.slice(0, -1)))
}

/** Adds what happened to an address to which a browser is sent: in the fragment, which no server sees, or in the query. */
export function withOutcome(
  target: string,
  outcome: { query?: Record<string, string>; fragment?: Record<string, string> },
): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(outcome.query ?? {})) url.searchParams.set(name, value)
  if (outcome.fragment) url.hash = new URLSearchParams(outcome.fragment).toString()
  return url.href
}
