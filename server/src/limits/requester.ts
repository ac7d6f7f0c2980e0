import type { Identity } from '../tokens/identity.ts'
import { networkOf } from './network.ts'

/** Who a request is counted for: a member, or a visitor's network. */
export interface Requester {
  /** A member's id, or the address of a visitor. */
  who: string
  /** One of her sessions, where each of them waits for itself. */
  session?: string
  /** The network that the request came from, shared by everybody behind one carrier's address. */
  network?: string
  isVisitor: boolean
}

/**
 * Members are counted by id and network, visitors by network.
 * @returns undefined for the service key, which nothing here limits
 */
export function requesterOf(
  { role, claims, address }: Pick<Identity, 'role' | 'claims' | 'address'>,
  bySession = false,
): Requester | undefined {
  if (role === 'service_role') return undefined
  const network = address === undefined ? undefined : `network ${networkOf(address)}`
  if (typeof claims.sub === 'string' && role !== 'anon') {
    const session = bySession && typeof claims.session_id === 'string' ? claims.session_id : undefined
    return { who: `member ${claims.sub}`, session, network, isVisitor: false }
  }
  return { who: `visitors ${network ?? ''}`, network, isVisitor: true }
}
