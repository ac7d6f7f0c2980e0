import { useSyncExternalStore } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import { isPassing } from '../../../lib/api/errors.ts'
import { urgentDelay } from '../../../lib/offline/delivery.ts'
import { queue } from '../../../lib/offline/outbox.ts'
import { fingirLlegada, type PorPin } from '../../../lib/session/fingidas.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { type Llegada, reloadLlegadas } from './llegadas.ts'

export type Motivo = 'llego' | 'cancelada'

/**
 * Her word that a timer is over, on its way: it must arrive whatever the network does, since without it her contacts are alarmed.
 * Until it has arrived the timer runs, and her screens say so.
 */
const terminos = queue.lane<{ motivo: Motivo; prueba?: string }, boolean>('llegada', {
  until: () => 'signedOut',
  failed: (failure) => (isPassing(failure) ? 'again' : 'over'),
  // In the usual pause, five minutes after half an hour without a line, the timer could call.
  delay: urgentDelay,
  async deliver({ owner, id, body: { motivo, prueba } }) {
    const ended = await ask((db) => db.rpc('terminar_llegada', { llegada: id, motivo, prueba }))
    reloadLlegadas(owner)
    return ended
  },
})

/** @returns false where it had ended before her word arrived: its alert is open */
export function endLlegada(
  owner: string,
  llegada: Pick<Llegada, 'id' | 'cliente_id'>,
  motivo: Motivo,
  porPin?: PorPin,
): Promise<boolean> {
  if (porPin?.segundo) fingirLlegada(llegada, null)
  return terminos.send({
    id: llegada.id,
    owner,
    at: Date.now(),
    state: 'ready',
    body: { motivo, prueba: porPin?.prueba },
  })
}

/** Ids of the timers whose end is on its way. */
export function useTerminos(): ReadonlyMap<string, unknown> {
  const { id } = useUser()
  return useSyncExternalStore(terminos.subscribe, () => terminos.of(id))
}
