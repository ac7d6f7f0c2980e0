import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { deviceDrafts } from '../../data/device.ts'
import { openChannel } from '../../lib/liveChannel.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import { uuid } from '../../lib/uuid.ts'
import { type CharlaAbierta, createCharla } from './charla.ts'
import type { Linea, Mensaje } from './lineas.ts'
import * as service from './mensajes.ts'
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
    const copy = { current: null as CharlaAbierta | null }
    copy.current = createCharla({
      salaId,
      userId,
      service,
      onLoadFailure: toasts.mensajesNotLoaded,
      onSendFailure(failure) {
        toasts.sendFailed(failure)
        // Why it was refused may be a suspension, or a circle that is gone.
        void client.invalidateQueries({ queryKey: ['suspensiones'] })
        void client.invalidateQueries({ queryKey: ['salas_comunidad', salaId] })
      },
    })
    return copy.current
  }, [salaId, userId, client])
  const state = useSyncExternalStore(charla.subscribe, charla.get)
  const [live, setLive] = useState(false)

  useEffect(() => {
    void charla.catchUp()
    const close = openChannel(`mensajes:${uuid()}`, { config: { private: true } }, (channel) =>
      channel
        .on<Mensaje>(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${salaId}` },
          ({ new: message }) => charla.receive(message),
        )
        .on<Mensaje>(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${salaId}` },
          ({ new: message }) => charla.correct(message),
        )
        .on<Mensaje>(
          'postgres_changes',
          { event: 'DELETE', schema: 'public', table: 'mensajes_sala' },
          (change) => {
            if (change.old.id) charla.remove(change.old.id)
          },
        )
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'senales', filter: `user_id=eq.${userId}` },
          () => {
            void charla.reload()
            void client.invalidateQueries({ queryKey: ['suspensiones'] })
          },
        )
        .on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'salas_comunidad', filter: `id=eq.${salaId}` },
          () => void client.invalidateQueries({ queryKey: ['salas_comunidad', salaId] }),
        )
        .subscribe((status) => {
          setLive(status === 'SUBSCRIBED')
          // Nothing is replayed: whatever was written between the last message held and now has to be asked for.
          if (status === 'SUBSCRIBED') void charla.catchUp()
        }),
    )
    const awake = () => {
      if (document.visibilityState === 'hidden') return
      void charla.catchUp()
      // A socket that slept may take half a minute to notice that nobody is at its other end.
      if (!supabase().realtime.isConnected()) supabase().realtime.connect()
    }
    window.addEventListener('online', awake)
    window.addEventListener('pageshow', awake)
    document.addEventListener('visibilitychange', awake)
    return () => {
      close()
      charla.close()
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

  useUnsent(charla, userId, salaId, state.porEnviar)
  return { charla, state, live }
}

const porEnviar = deviceDrafts<readonly Linea[]>('sala')

/** What has not arrived outlives the page and the session, sealed on her device. */
function useUnsent(charla: CharlaAbierta, userId: string, salaId: string, lines: readonly Linea[]) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    porEnviar
      .all(userId)
      .then((all) => {
        const left = all.get(salaId)
        if (left && !gone) charla.restore(left)
      })
      // A device that keeps nothing loses no more than this page holds.
      .catch(() => {})
      .finally(() => {
        if (!gone) setReady(true)
      })
    return () => {
      gone = true
    }
  }, [charla, userId, salaId])
  useEffect(() => {
    if (!ready) return
    const kept =
      lines.length > 0 ? porEnviar.put(userId, salaId, lines, false) : porEnviar.remove(userId, salaId)
    kept.catch(() => {})
  }, [ready, userId, salaId, lines])
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
