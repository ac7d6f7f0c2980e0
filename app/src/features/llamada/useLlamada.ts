import { useCallback, useEffect, useRef, useState } from 'react'
import { watchRows } from '../../lib/api/live.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { type Capture, createCapture, type Kind, type Tracks } from './capture.ts'
import { createMesh, type Mesh } from './mesh.ts'
import type { Par } from './par.ts'
import { fetchPresentes, leaveLlamada, type Presente, stayInLlamada } from './presentes.ts'

const HEARTBEAT_MS = 12_000

const FALLOS = {
  audio: 'No se pudo usar tu micrófono.',
  video: 'No se pudo usar tu cámara.',
} as const

function sayUnusable(kind: Kind, failure: unknown): void {
  const denied = failure instanceof DOMException && failure.name === 'NotAllowedError'
  toast({
    title: FALLOS[kind],
    description: denied
      ? 'Tu navegador no da permiso: toca el candado junto a la dirección y permítelo. Puedes seguir sin él.'
      : 'No encontramos ninguno que funcione. Puedes seguir escuchando.',
    variant: 'destructive',
  })
}

/** A call from inside, for one stay in it. Once that is over, wherever it ended, microphone and camera are off. */
export function useLlamada(yo: string, { soloAudio }: { soloAudio: boolean }) {
  const { id: userId } = useUser()
  const meshRef = useRef<Mesh | null>(null)
  const capture = useRef<Capture | null>(null)
  const [pares, setPares] = useState<Par[]>([])
  const [gente, setGente] = useState<Presente[]>([])
  const [tracks, setTracks] = useState<Tracks>({ audio: null, video: null })
  const [ended, setEnded] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(leaving.current)
    const mesh = createMesh({ yo, iceServers: knownConfig()?.iceServers ?? [], onChange: setPares })
    meshRef.current = mesh
    const devices = createCapture({
      onTracks: setTracks,
      send: (kind, track) => void mesh.setTrack(kind, track),
      onFailure: sayUnusable,
    })
    capture.current = devices
    let gone = false
    /** @returns whether she is in it, as far as is known */
    const look = async () => {
      try {
        const all = await fetchPresentes()
        if (gone) return true
        setGente(all)
        mesh.setPresentes(all.flatMap(({ id }) => (id === yo ? [] : [id])))
        return all.some(({ id }) => id === yo)
      } catch {
        // The next look, or the next heartbeat, asks again; those already connected stay so.
        return true
      }
    }
    const beat = async () => {
      // Without an answer she is taken to be in it still; the next heartbeat asks again.
      const there = await stayInLlamada(yo).catch(() => true)
      if (gone) return
      if (there) await look()
      else {
        end()
        setEnded(true)
      }
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
      // She may be out of the call by now: the beat asks the service, and ends it here if so.
      async () => {
        if (!(await look()) && !gone) await beat()
      },
    )
    const leave = () => void leaveLlamada(yo)
    window.addEventListener('pagehide', leave)
    function end(): void {
      if (gone) return
      gone = true
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      close()
      devices.close()
      mesh.close()
    }
    return () => {
      end()
      meshRef.current = null
      capture.current = null
      // StrictMode runs the effect again at once, for the same stay.
      leaving.current = setTimeout(leave)
    }
  }, [yo, userId])

  const toggle = useCallback(async (kind: Kind) => capture.current?.toggle(kind), [])

  useEffect(() => {
    meshRef.current?.setSoloAudio(soloAudio)
    capture.current?.setSoloAudio(soloAudio)
  }, [soloAudio])

  return { pares, gente, tracks, toggle, ended }
}
