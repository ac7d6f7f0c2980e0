import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { openChannel, wakeLive, watchRows } from '../../data/live.ts'
import { useUser } from '../../data/session.tsx'
import { createCharla } from './charla.ts'
import * as service from './mensajes.ts'
import { porEnviar, whenSent } from './porEnviar.ts'
import * as toasts from './toasts.ts'

/** How often a circle without a live connection asks for itself. */
const POLL_MS = 10_000

/**
 * A circle being talked in, for as long as its screen is open: live messages, what was missed, what has not arrived.
 *
 * @returns the circle, whether it is live, and how many are here (null while nobody knows)
 */
export function useCharla(salaId: string) {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const charla = useMemo(() => {
    return createCharla({
      salaId,
      userId,
      service,
      lane: porEnviar,
      onLoadFailure: toasts.mensajesNotLoaded,
      onSendFailure(failure) {
        toasts.sendFailed(failure)
        // Why it was refused may be a suspension, or a circle that is gone.
        void client.invalidateQueries({ queryKey: ['suspensiones'] })
        void client.invalidateQueries({ queryKey: ['salas_comunidad', salaId] })
      },
    })
  }, [salaId, userId, client])
  const state = useSyncExternalStore(charla.subscribe, charla.get)
  const [live, setLive] = useState(false)

  useEffect(() => {
    const stop = charla.open()
    const stopHearing = whenSent(salaId, charla.confirm)
    const here = `sala_id=eq.${salaId}`
    void charla.catchUp()
    const close = watchRows(
      'mensajes',
      [
        { table: 'mensajes_sala', event: 'INSERT', filter: here, take: charla.receive },
        { table: 'mensajes_sala', event: 'UPDATE', filter: here, take: charla.correct },
        {
          table: 'mensajes_sala',
          event: 'DELETE',
          take: (_, { id }) => {
            if (id) charla.remove(id)
          },
        },
        {
          table: 'senales',
          filter: `user_id=eq.${userId}`,
          take: () => {
            void charla.reload()
            void client.invalidateQueries({ queryKey: ['suspensiones'] })
          },
        },
        {
          table: 'salas_comunidad',
          filter: `id=eq.${salaId}`,
          take: () => void client.invalidateQueries({ queryKey: ['salas_comunidad', salaId] }),
        },
      ],
      // What was said before the channel stood was heard by nobody: whether she may write, too.
      () => {
        void charla.catchUp()
        void client.invalidateQueries({ queryKey: ['suspensiones'] })
      },
      setLive,
    )
    const awake = () => {
      if (document.visibilityState === 'hidden') return
      void charla.catchUp()
      wakeLive()
    }
    window.addEventListener('online', awake)
    window.addEventListener('pageshow', awake)
    document.addEventListener('visibilitychange', awake)
    return () => {
      close()
      stop()
      stopHearing()
      window.removeEventListener('online', awake)
      window.removeEventListener('pageshow', awake)
      document.removeEventListener('visibilitychange', awake)
    }
  }, [charla, salaId, userId, client])

  useEffect(() => {
    if (live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void charla.catchUp()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [charla, live])

  return { charla, state, live }
}

/** How many members are in a circle, herself included: a number without names, over presence. Null while unknown. */
export function usePresentes(salaId: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const close = openChannel(`sala:${salaId}`, { config: { private: true } }, (channel) =>
      channel
        .on('presence', { event: 'sync' }, () =>
          // One name for each member, on however many devices.
          setCount(Object.keys(channel.presenceState()).length),
        )
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void channel.track({})
          else setCount(null)
        }),
    )
    return close
  }, [salaId])
  return count
}

/**
 * How many are in each of some circles, by its id: numbers without names, heard over presence by somebody who is in none of them.
 *
 * @param ids circles; no others are listened to until they change
 */
export function usePresentesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const heard = ids.join()
  useEffect(() => {
    if (!heard) return
    const say = (id: string, count: number) => setCounts((before) => new Map(before).set(id, count))
    const closings = heard.split(',').map((id) =>
      openChannel(`sala:${id}`, { config: { private: true } }, (channel) =>
        channel
          .on('presence', { event: 'sync' }, () => say(id, Object.keys(channel.presenceState()).length))
          .subscribe((status) => {
            if (status !== 'SUBSCRIBED') say(id, 0)
          }),
      ),
    )
    return () => {
      for (const close of closings) close()
    }
  }, [heard])
  return counts
}
