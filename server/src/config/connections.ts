import type { ConnectionLimits } from './serverConfig.ts'

/** Of a PostgreSQL that is this server's alone. Besides these a process has five: its stream, its bus, two that listen, its supervisor's. */
const UNSHARED: ConnectionLimits = { requests: 10, heavy: 2, urgent: 6, auth: 10, live: 3, owner: 2 }
/** Of one that others use too: three processes fit into PostgreSQL's default of a hundred. */
const SHARED: ConnectionLimits = { requests: 8, heavy: 2, urgent: 5, auth: 5, live: 2, owner: 2 }

/** Fewer than these, and a part waits for itself: a place of the urgent lane is the sender's. */
const LEAST: ConnectionLimits = { requests: 2, heavy: 1, urgent: 2, auth: 2, live: 1, owner: 1 }
const MOST = 200

/**
 * Reads how many connections each part may have, as an operator writes it: `requests=6 auth=4`; what is not named keeps its default.
 * @param isShared whether the database may be used by others
 * @throws RangeError naming the first part that is wrong
 */
export function readConnections(text: string | undefined, isShared: boolean): ConnectionLimits {
  const limits = { ...(isShared ? SHARED : UNSHARED) }
  for (const part of (text ?? '').split(/[\s,]+/).filter(Boolean)) {
    const [name, value] = part.split('=') as [string, string | undefined]
    if (!Object.hasOwn(limits, name))
      throw new RangeError(`«${part}» no dice qué conexiones: son ${Object.keys(limits).join(', ')}`)
    const number = Number(value)
    const least = LEAST[name as keyof ConnectionLimits]
    if (!Number.isSafeInteger(number) || number < least || number > MOST)
      throw new RangeError(`«${part}» no es un número entre ${least} y ${MOST}`)
    limits[name as keyof ConnectionLimits] = number
  }
  return limits
}
