import type { RealtimeChannel, RealtimeChannelOptions } from '@supabase/supabase-js'
import { uuid } from '../random.ts'
import { openClient } from './clientLoader.ts'
import type { Database } from './database.types.ts'

/** A live channel of the official client. */
export type LiveChannel = RealtimeChannel

/**
 * Topics whose channel is being closed: supabase-js would return the old channel to a caller that asks for the
 * topic again.
 */
const closing = new Map<string, Promise<unknown>>()

/**
 * Opens a live channel, once an earlier one of the same topic has gone.
 *
 * @param prepare puts on what the channel listens to, and subscribes
 * @returns how to close it
 */
export function openChannel(
  topic: string,
  options: RealtimeChannelOptions,
  prepare: (channel: RealtimeChannel) => void,
): () => void {
  let close = () => {}
  let gone = false
  Promise.all([openClient(), closing.get(topic)]).then(
    ([db]) => {
      if (gone) return
      const channel = db.channel(topic, options)
      prepare(channel)
      close = () => {
        const left = db.removeChannel(channel).finally(() => {
          if (closing.get(topic) === left) closing.delete(topic)
        })
        closing.set(topic, left)
      }
    },
    () => {
      // On a first visit without a connection there is no client, and nothing to hear.
    },
  )
  return () => {
    gone = true
    close()
  }
}

type Tables = Database['public']['Tables']

/** Rows of a table that change. */
export type Watched = {
  [Table in keyof Tables]: {
    table: Table
    event?: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
    /** `column=eq.value` */
    filter?: string
    /** What to do with a row as it is now, or with what is told of one that is gone; without it everything is asked for again. */
    take?: (row: Tables[Table]['Row'], old: Partial<Tables[Table]['Row']>) => void
  }
}[keyof Tables]

/** The topics that members may join (policy on `realtime.messages`): with any other name the channel never opens. */
type WatchName = 'mensajes' | 'presentes' | 'historias' | 'revision' | 'alertas' | 'llegadas'

/**
 * Watches rows change. Changes are never replayed: what happened before the channel stood, or while it was down, was told to nobody.
 * So a watcher has to say how everything is asked for again, and that is done on every change it takes no row from, and each
 * time the channel stands.
 *
 * @param name for the topic; each watch has one of its own
 * @param changes which rows
 * @param again asks for everything again
 * @param onLive told whether the channel stands
 * @returns how to stop watching
 */
export function watchRows(
  name: WatchName,
  changes: Watched[],
  again: () => void,
  onLive?: (live: boolean) => void,
): () => void {
  return openChannel(`${name}:${uuid()}`, { config: { private: true } }, (channel) => {
    for (const { table, event = '*', filter, take } of changes) {
      channel.on(
        'postgres_changes',
        { event: event as '*', schema: 'public', table, filter },
        (change: { new: object; old: object }) =>
          take ? take(change.new as never, change.old as never) : again(),
      )
    }
    channel.subscribe((status) => {
      const live = status === 'SUBSCRIBED'
      onLive?.(live)
      if (live) again()
    })
  })
}

/** A socket that slept may take half a minute to notice that nobody is at its other end. */
export function wakeLive(): void {
  openClient().then(
    ({ realtime }) => {
      if (!realtime.isConnected()) realtime.connect()
    },
    () => {},
  )
}
