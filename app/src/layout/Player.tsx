import { lazy, Suspense, useEffect } from 'react'
import { closePlayer, useSonido } from '../lib/device/player.ts'

const Reproductor = lazy(async () => ({
  default: (await import('../features/podcast/Reproductor.tsx')).Reproductor,
}))

/** The player; its code is loaded when something is played. */
export function Player() {
  const { pista } = useSonido()

  // Signing out stops the player.
  useEffect(() => closePlayer, [])

  return <Suspense>{pista && <Reproductor />}</Suspense>
}
