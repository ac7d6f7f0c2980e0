import { inRounds } from '../../lib/offline/coalescedRuns.ts'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { patient } from '../../lib/offline/laneStorage.ts'
import type { ChatState } from './chatMessages.ts'
import type { Autora } from './mensajes.ts'

/*
 * The last messages of a circle that she has read, so that it opens without a network. Sealed on the device, as every copy, and gone when
 * she leaves.
 */

const MOST = 50

type Recordados = Pick<ChatState, 'mensajes'> & { autoras: [string, Autora][] }

const nameOf = (salaId: string) => `sala ${salaId}`

/** Null where the device remembers nothing, or takes too long to say. */
export const readRecordados = (userId: string, salaId: string): Promise<Recordados | null> =>
  patient(readCopy<Recordados>(userId, nameOf(salaId)), null)

/** @returns keeps what a circle shows now, always the newest */
export function keepRecordados(userId: string, salaId: string, get: () => ChatState): () => void {
  const write = inRounds(async () => {
    const { mensajes: all, autoras } = get()
    const mensajes = all.slice(-MOST)
    const written = new Set(mensajes.map(({ user_id }) => user_id))
    const known = [...autoras].filter(([id]) => written.has(id))
    // Where the device keeps nothing, the circle opens with a network alone.
    await keepCopy(userId, nameOf(salaId), { mensajes, autoras: known }).catch(() => {})
  })
  return () => void write()
}
