import { isIPv6 } from 'node:net'

/**
 * The network by which an address is counted: of IPv6 the first 64 bits, since one household's addresses share them and
 * its owner may choose the rest at will. Different spellings of an address give the same network.
 * @returns `2001:db8:0:1::/64`; an IPv4 address, also one inside IPv6, and anything else as it is
 */
export function networkOf(ip: string): string {
  // What has no colon is none; to be told so by Node's expression takes longer, and it is asked of every request.
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]!.split('::', 2)
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
