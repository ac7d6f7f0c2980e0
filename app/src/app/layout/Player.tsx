import { useEffect } from 'react'
import { beside } from '../../components/layout/optional.tsx'
import { closePlayer, putBack, sonido, useSonido } from '../../lib/device/player.ts'
import { readLugar, saveLugar } from '../../lib/member/sonido.ts'
import { useUser } from '../../lib/session/session.tsx'

const Reproductor = beside(async () => (await import('../../features/podcast/Reproductor.tsx')).Reproductor)

/** Her place is kept as often as this while it plays; a page that is closed in between loses so much at most. */
const KEEP_MS = 5_000

/** The player; its code is loaded when something is played. */
export function Player() {
  const { id } = useUser()
  const { pista } = useSonido()

  // Before the one that stops it: what is stopped by leaving keeps its place.
  useEffect(() => keepLugar(id), [id])
  // Signing out stops the player.
  useEffect(() => closePlayer, [])

  return pista && <Reproductor />
}

/** Farther than a sound comes between two of its own reports: she went there herself. */
const JUMP_S = 2
/** Her finger may still be on its way there. */
const SETTLE_MS = 250

/** Puts the sound back that she had open when the page went away, and keeps its place from then on. @returns how to stop that */
function keepLugar(userId: string): () => void {
  let ended = false
  let kept = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let last = sonido.get()
  const keep = () => {
    const { pista, position, duration, rate } = sonido.get()
    clearTimeout(settling)
    settling = undefined
    kept = Date.now()
    void saveLugar(userId, pista && { pista, position, duration, rate })
  }
  const heard = () => {
    const now = sonido.get()
    const turned = now.pista !== last.pista || now.playing !== last.playing || now.rate !== last.rate
    const jumped = Math.abs(now.position - last.position) > JUMP_S
    if (turned || Date.now() - kept >= KEEP_MS) keep()
    else if (jumped || now.duration !== last.duration) settling ??= setTimeout(keep, SETTLE_MS)
    last = now
  }
  const leave = () => {
    if (sonido.get().pista) keep()
  }

  let stop = () => {}
  void readLugar(userId).then((lugar) => {
    if (ended) return
    if (lugar) putBack(lugar)
    last = sonido.get()
    stop = sonido.subscribe(heard)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', leave)
  })
  return () => {
    ended = true
    clearTimeout(settling)
    stop()
    document.removeEventListener('visibilitychange', leave)
    window.removeEventListener('pagehide', leave)
  }
}
