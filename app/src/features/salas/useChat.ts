import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { openChannel, wakeLive, watchRows } from '../../lib/api/live.ts'
import { patient } from '../../lib/offline/laneStorage.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useStore } from '../../lib/useStore.ts'
import { createChat } from './chat.ts'
import { firstUnread, readLeidas } from './leidas.ts'
import * as service from './mensajes.ts'
import { porEnviar, whenSent } from './porEnviar.ts'
import { keepRecordados, readRecordados } from './recordados.ts'
import * as toasts from './toasts.ts'

/** How often a circle without a live connection asks for itself. */
const POLL_MS = 10_000

/**
 * A circle being talked in, for as long as its screen is open: live messages, what was missed, what has not arrived.
 *
 * @returns the circle, whether it is live, and the first message that is new to her: undefined until that is known, null where none is
 */
export function useChat(salaId: string) {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const chat = useMemo(() => {
    return createChat({
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
  const state = useStore(chat)
  const [live, setLive] = useState(false)
  /** Up to when she had read it; null where she was never here. */
  const [leida, setLeida] = useState<string | null>()
  const [nuevo, setNuevo] = useState<string | null>()
  const loaded = state.fase === 'lista' && !state.recordados

  useEffect(() => {
    if (!loaded || leida === undefined || nuevo !== undefined) return
    const show = () => setNuevo(firstUnread(chat.get().mensajes, leida, userId))
    if (leida === null) show()
    // What she has not read is there before she sees it; where it cannot be had, what there is.
    else void chat.loadBackTo(leida).then(show, show)
  }, [chat, userId, loaded, leida, nuevo])

  const keep = useMemo(() => keepRecordados(userId, salaId, chat.get), [chat, userId, salaId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other messages are shown.
  useEffect(() => {
    if (loaded) keep()
  }, [keep, loaded, state.mensajes, state.autoras])

  useEffect(() => {
    const stop = chat.open()
    const stopHearing = whenSent(salaId, chat.confirm)
    const here = `sala_id=eq.${salaId}`
    let left = false
    const open = async () => {
      const [recordados, leidas] = await Promise.all([
        readRecordados(userId, salaId),
        patient(readLeidas(userId), {}),
      ])
      if (left) return
      setLeida(leidas[salaId] ?? null)
      if (recordados) chat.remember(recordados)
      void chat.catchUp()
    }
    void open()
    const close = watchRows(
      'mensajes',
      [
        { table: 'mensajes_sala', event: 'INSERT', filter: here, take: chat.receive },
        { table: 'mensajes_sala', event: 'UPDATE', filter: here, take: chat.correct },
        {
          table: 'mensajes_sala',
          event: 'DELETE',
          take: (_, { id }) => {
            if (id) chat.remove(id)
          },
        },
        {
          table: 'senales',
          filter: `user_id=eq.${userId}`,
          take: () => {
            void chat.reload()
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
        void chat.catchUp()
        void client.invalidateQueries({ queryKey: ['suspensiones'] })
      },
      setLive,
    )
    const awake = () => {
      if (document.visibilityState === 'hidden') return
      void chat.catchUp()
      wakeLive()
    }
    window.addEventListener('online', awake)
    window.addEventListener('pageshow', awake)
    document.addEventListener('visibilitychange', awake)
    return () => {
      left = true
      close()
      stop()
      stopHearing()
      window.removeEventListener('online', awake)
      window.removeEventListener('pageshow', awake)
      document.removeEventListener('visibilitychange', awake)
    }
  }, [chat, salaId, userId, client])

  useEffect(() => {
    if (live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void chat.catchUp()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [chat, live])

  return { chat, state, live, nuevo }
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
