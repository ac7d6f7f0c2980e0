import { useCallback, useEffect, useRef, useState } from 'react'
import { watchRows } from '../../data/live.ts'
import { useUser } from '../../data/session.tsx'
import { knownConfig } from '../../lib/installation/config.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { createMalla, type Malla } from './malla.ts'
import type { Par } from './par.ts'
import { fetchPresentes, leaveLlamada, type Presente, stayInLlamada } from './presentes.ts'

const HEARTBEAT_MS = 12_000

const FALLOS = {
  audio: 'No se pudo usar tu micrófono.',
  video: 'No se pudo usar tu cámara.',
} as const

/** Small enough for a mesh of four on a phone's connection. */
const WANTED: Record<'audio' | 'video', MediaStreamConstraints> = {
  audio: { audio: { echoCancellation: true, noiseSuppression: true } },
  video: {
    video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { max: 24 }, facingMode: 'user' },
  },
}

function sayUnusable(kind: 'audio' | 'video', failure: unknown): void {
  const denied = failure instanceof DOMException && failure.name === 'NotAllowedError'
  toast({
    title: FALLOS[kind],
    description: denied
      ? 'Tu navegador no da permiso: toca el candado junto a la dirección y permítelo. Puedes seguir sin él.'
      : 'No encontramos ninguno que funcione. Puedes seguir escuchando.',
    variant: 'destructive',
  })
}

/** A call from inside, for one stay in it. */
export function useLlamada(yo: string, { soloAudio }: { soloAudio: boolean }) {
  const { id: userId } = useUser()
  const malla = useRef<Malla | null>(null)
  const [pares, setPares] = useState<Par[]>([])
  const [gente, setGente] = useState<Presente[]>([])
  const [tracks, setTracks] = useState<{ audio: MediaStreamTrack | null; video: MediaStreamTrack | null }>({
    audio: null,
    video: null,
  })
  const [ended, setEnded] = useState(false)
  const held = useRef(tracks)
  held.current = tracks

  useEffect(() => {
    const mesh = createMalla({ yo, iceServers: knownConfig()?.iceServers ?? [], onChange: setPares })
    malla.current = mesh
    let gone = false
    const look = async () => {
      try {
        const all = await fetchPresentes()
        if (gone) return
        setGente(all)
        mesh.setPresentes(all.flatMap(({ id }) => (id === yo ? [] : [id])))
      } catch {
        // The next look, or the next heartbeat, asks again; those already connected stay so.
      }
    }
    const beat = async () => {
      // Without an answer she is taken to be in it still; the next heartbeat asks again.
      const there = await stayInLlamada(yo).catch(() => true)
      if (gone) return
      if (there) await look()
      else setEnded(true)
    }
    void look()
    const timer = setInterval(beat, HEARTBEAT_MS)
    const close = watchRows(
      'presentes',
      [
        { table: 'presentes_llamada', event: 'INSERT' },
        { table: 'presentes_llamada', event: 'DELETE' },
        { table: 'senales', filter: `user_id=eq.${userId}` },
      ],
      () => void look(),
    )
    const leave = () => void leaveLlamada(yo)
    window.addEventListener('pagehide', leave)
    return () => {
      gone = true
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      close()
      mesh.close()
      malla.current = null
      held.current.audio?.stop()
      held.current.video?.stop()
      leave()
    }
  }, [yo, userId])

  /** Turns microphone or camera on or off; off means that the device is let go of, and its light goes out. */
  const toggle = useCallback(async (kind: 'audio' | 'video') => {
    const current = held.current[kind]
    if (current) {
      current.stop()
      setTracks((now) => ({ ...now, [kind]: null }))
      await malla.current?.setTrack(kind, null)
      return
    }
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED[kind])
      const [track] = stream.getTracks()
      if (!track || !malla.current) return track?.stop()
      // The device was unplugged, or the system took it away.
      track.onended = () => {
        setTracks((now) => ({ ...now, [kind]: null }))
        void malla.current?.setTrack(kind, null)
      }
      setTracks((now) => ({ ...now, [kind]: track }))
      await malla.current.setTrack(kind, track)
    } catch (failure) {
      sayUnusable(kind, failure)
    }
  }, [])

  useEffect(() => {
    malla.current?.setSoloAudio(soloAudio)
    if (soloAudio && held.current.video) void toggle('video')
  }, [soloAudio, toggle])

  return { pares, gente, tracks, toggle, ended }
}
