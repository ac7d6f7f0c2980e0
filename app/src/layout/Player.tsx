import { lazy, Suspense, useEffect } from 'react'
import { closePlayer, useSonido } from '../lib/reproductor.ts'

const Reproductor = lazy(async () => ({
  default: (await import('../features/podcast/Reproductor.tsx')).Reproductor,
}))

/** The player, whose code comes with the first sound. */
export function Player() {
  const { pista } = useSonido()

  // Whoever leaves takes her sound along.
  useEffect(() => closePlayer, [])

  return <Suspense>{pista && <Reproductor />}</Suspense>
}
