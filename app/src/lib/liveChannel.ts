import type { RealtimeChannel, RealtimeChannelOptions } from '@supabase/supabase-js'
import { supabase } from '../data/client.ts'

/** A live channel of the official client. */
export type LiveChannel = RealtimeChannel

/**
 * Topics whose channel is being closed: supabase-js would return the old channel to whoever asks for the
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
  let channel: RealtimeChannel | undefined
  let gone = false
  void Promise.resolve(closing.get(topic)).then(() => {
    if (gone) return
    channel = supabase().channel(topic, options)
    prepare(channel)
  })
  return () => {
    gone = true
    if (!channel) return
    const left = supabase()
      .removeChannel(channel)
      .finally(() => {
        if (closing.get(topic) === left) closing.delete(topic)
      })
    closing.set(topic, left)
  }
}
