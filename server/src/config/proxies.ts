import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { TrustedProxies } from './serverConfig.ts'

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** More proxies in a row than anybody sets up; a larger number is a mistake. */
const MOST_HOPS = 10

/**
 * Reads which proxies stand in front: how many, nearest first (`1`), or in which networks they are (`10.0.0.0/8 192.168.1.5`,
 * also `loopback`, `linklocal`, `uniquelocal`). Then the address of a client is the first, from the right, that none of them has.
 * Source: Fastify, `trustProxy`; the package `proxy-addr`.
 * @returns undefined where there is none (`0`, or nothing)
 * @throws RangeError for whatever else, also for `true`: it would believe the first address, which the client itself writes
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies | undefined {
  const value = text?.trim().toLowerCase() ?? ''
  if (value === '' || value === '0' || value === 'false') return undefined
  if (value === 'true') {
    throw new RangeError('«true» creería lo que escribe cualquiera; pon cuántos proxies hay delante, como 1')
  }
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    if (hops > MOST_HOPS) throw new RangeError(`pon cuántos proxies hay delante, ${MOST_HOPS} a lo más`)
    return (_address, hop) => hop < hops
  }
  const networks = value.split(/[\s,]+/).filter(Boolean)
  for (const network of networks) {
    if (/\/0+$/.test(network)) throw new RangeError(`«${network}» creería lo que escribe cualquiera`)
  }
  try {
    // Of addresses it also reads the old short forms, which here are mistyped numbers.
    if (networks.every((network) => NAMED.has(network) || isIP(network.split('/')[0]!))) {
      return proxyAddr.compile(networks)
    }
  } catch {
    // What is wrong is said below.
  }
  throw new RangeError('pon un número de proxies, como 1, o sus redes, como 10.0.0.0/8')
}
