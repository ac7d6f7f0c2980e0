import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import { ANIMOS, type Animo } from './animo.ts'
import { MuyMal } from './MuyMal.tsx'

type AnimosProps = { elegido: Animo | null; onChoose: (animo: Animo) => void }

/** How she is today, in one tap. */
export function Animos({ elegido, onChoose }: AnimosProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        ¿Cómo estás hoy?
      </h2>
      <RadioGroup.Root
        aria-labelledby={id}
        value={elegido ?? ''}
        onValueChange={(animo) => onChoose(animo as Animo)}
        className="flex flex-wrap gap-2"
      >
        {ANIMOS.map((animo) => (
          <RadioGroup.Item
            key={animo}
            value={animo}
            className="min-h-11 rounded-full border-2 border-linea-fuerte/70 px-4 font-semibold text-[0.9375rem] transition-colors duration-150 hover:border-linea-fuerte data-[state=checked]:border-jacaranda data-[state=checked]:bg-jacaranda data-[state=checked]:text-sobre-jacaranda"
          >
            {animo}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {elegido === 'Muy mal' && <MuyMal />}
    </Card>
  )
}
