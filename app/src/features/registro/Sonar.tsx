import { useMemo, useState } from 'react'
import { Voz } from '../../components/sonido/Voz.tsx'
import type { Sonido } from './registro.ts'
import { contenidoOf } from './sonido.ts'

/** Plays the recording of an entry. @param escrito when the entry was written; null while it is being written */
export function Sonar({ sonido, escrito }: { sonido: Sonido; escrito: string | null }) {
  const [now] = useState(() => new Date().toISOString())
  const contenido = useMemo(() => contenidoOf(sonido, { escrito: escrito ?? now }), [sonido, escrito, now])
  return <Voz contenido={contenido} />
}
