/** Where a call happens: a page of ours, or the configured provider's. */
export type Destino = { kind: 'aqui'; path: string } | { kind: 'fuera'; href: string }

const NUESTRA = /^\/llamada\/[A-Za-z0-9_-]{16,64}$/

/**
 * Reads a stored or issued address. One that is neither ours nor of the configured provider is never opened.
 *
 * @param origin this site's own
 * @param hosts of the provider; `*.daily.co` stands for its subdomains
 */
export function destino(
  address: string | null | undefined,
  origin: string,
  hosts: readonly string[] = [],
): Destino | null {
  if (!address || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  if (url.origin === origin) {
    return NUESTRA.test(url.pathname) && !url.search && !url.hash
      ? { kind: 'aqui', path: url.pathname }
      : null
  }
  if (url.protocol !== 'https:' || url.username || url.password) return null
  const known = hosts.some((host) =>
    host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host,
  )
  return known ? { kind: 'fuera', href: url.href } : null
}
