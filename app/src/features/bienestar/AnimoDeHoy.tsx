import { useState } from 'react'
import { addDays, type Fecha } from '../../lib/time/fechas.ts'
import { Animos } from './Animos.tsx'
import type { MiAnimo } from './animo.ts'
import { Elegir } from './Elegir.tsx'

const DIAS = { hoy: 'Hoy', ayer: 'Ayer' } as const

/** How she is today or was yesterday, each in two taps at most; any other day is in her month. */
export function AnimoDeHoy({ animo, hoy }: { animo: MiAnimo; hoy: Fecha }) {
  const [dia, setDia] = useState<keyof typeof DIAS>('hoy')
  const ayer = addDays(hoy, -1)
  return (
    <Animos
      {...(dia === 'ayer' && { titulo: '¿Cómo estuviste ayer?' })}
      dicho={(dia === 'hoy' ? animo.last : animo.days.get(ayer)?.at(-1))?.value ?? null}
      onChoose={(one) => (dia === 'hoy' ? animo.choose(one) : animo.choose(one, ayer))}
      onChange={(part) => animo.change(part, dia === 'hoy' ? hoy : ayer)}
    >
      <Elegir label="De qué día" value={dia} onChange={setDia} opciones={DIAS} />
    </Animos>
  )
}
