import { type LiveChannel, openChannel } from '../../lib/api/live.ts'
import { createPar, type Mine, type Par, type Signal } from './par.ts'

/** The event under which signals are broadcast: an open page of the release before hears the same. */
const EVENT = 'aviso'
const HELLO_MS = 1500

type Options = {
  /** The id of her own stay in the call. */
  yo: string
  iceServers: RTCIceServer[]
  onChange: (pares: Par[]) => void
}

/**
 * The connections of one call: each with each, up to four. Everybody speaks in a live topic of her own, into which only
 * she can write and which only those in the call can hear; so nobody can speak for another.
 */
export function createMesh({ yo, iceServers, onChange }: Options) {
  const pares = new Map<string, ReturnType<typeof createPar> & { leaveTopic: () => void }>()
  const mine: Mine = { audio: null, video: null, soloAudio: false }
  let own: LiveChannel | undefined
  let stands = false

  const changed = () => onChange([...pares.values()].map((par) => par.seen()))

  const closeOwn = openChannel(
    `llamada:${yo}`,
    { config: { private: true, broadcast: { self: false } } },
    (channel) => {
      own = channel
      channel.subscribe((status) => {
        stands = status === 'SUBSCRIBED'
        if (stands) greetAll(true)
      })
    },
  )

  function say(signal: Signal): void {
    if (stands) void own?.send({ type: 'broadcast', event: EVENT, payload: signal })
  }

  function greetAll(asks = false): void {
    for (const par of pares.values()) par.greet(asks)
  }

  const timer = setInterval(() => {
    for (const par of pares.values()) par.insist()
  }, HELLO_MS)

  function add(id: string): void {
    const par = createPar({ yo, id, iceServers, mine: () => mine, say, onChange: changed })
    const leaveTopic = openChannel(`llamada:${id}`, { config: { private: true } }, (channel) =>
      channel
        .on('broadcast', { event: EVENT }, ({ payload }) => {
          const signal = payload as Signal | undefined
          if (signal?.para === yo) par.hear(signal)
        })
        .subscribe((status) => {
          // What she said while this did not stand is lost, though their connection may have stood all along.
          if (status === 'SUBSCRIBED') par.greet(true)
        }),
    )
    pares.set(id, { ...par, leaveTopic })
  }

  function drop(id: string): void {
    const par = pares.get(id)
    pares.delete(id)
    par?.leaveTopic()
    par?.close()
  }

  return {
    /** Who is in the call now, besides her. */
    setPresentes(ids: string[]): void {
      for (const id of [...pares.keys()]) if (!ids.includes(id)) drop(id)
      for (const id of ids) if (!pares.has(id)) add(id)
      changed()
    },

    /** Her microphone or camera track; null where it is off. */
    async setTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void> {
      mine[kind] = track
      await Promise.all([...pares.values()].map((par) => par.feed()))
      greetAll()
    },

    /** Sound alone, in both directions. */
    setSoloAudio(value: boolean): void {
      mine.soloAudio = value
      greetAll()
    },

    close(): void {
      clearInterval(timer)
      for (const id of [...pares.keys()]) drop(id)
      closeOwn()
    },
  }
}

export type Mesh = ReturnType<typeof createMesh>
