import { useId } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import { type Ciclo, ciclosOf } from '../../lib/ciclo/ciclos.ts'
import { type Fecha, longFecha } from '../../lib/time/fechas.ts'

const SHOWN = 12

const FUERA: Record<NonNullable<Ciclo['fuera']>, string> = {
  corto: 'no cuenta: dos inicios muy seguidos',
  largo: 'no cuenta: más de 60 días',
  doble: 'no cuenta: quizá falta un inicio',
}

/** How long her cycles were, the last one first. */
export function Ciclos({ inicios }: { inicios: readonly Fecha[] }) {
  const id = useId()
  const ciclos = ciclosOf(inicios).slice(-SHOWN).toReversed()
  if (ciclos.length === 0) return null
  const lengths = ciclos.filter(({ fuera }) => !fuera).map(({ dias }) => dias)
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        Tus ciclos
      </h2>
      {lengths.length > 1 && (
        <p className="text-[0.9375rem] text-tinta-suave">
          Entre {Math.min(...lengths)} y {Math.max(...lengths)} días.
        </p>
      )}
      <ul className="grid">
        {ciclos.map(({ inicio, dias, fuera }) => (
          <li
            key={`${inicio} ${dias}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-linea border-b py-1.5 last:border-b-0"
          >
            <span>{longFecha(inicio)}</span>
            <span className="font-semibold tabular-nums">{dias} días</span>
            {fuera && <span className="w-full text-sm text-tinta-suave">{FUERA[fuera]}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
