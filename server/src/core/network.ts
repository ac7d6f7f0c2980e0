import { isIPv6 } from 'node:net'

/**
 * The network by which an address is counted: of IPv6 the first 64 bits, since one household's addresses share them and
 * its owner may choose the rest at will. Anything else stays as it is.
 */
export function networkOf(ip: string): string {
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length)
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups.slice(0, 4).join(':')
}
