import { useId, useMemo } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import type { Historia } from '../../lib/ciclo/apuntes.ts'
import { patronesOf, patronInWords } from '../../lib/ciclo/patrones.ts'
import { animoOfDay, isHard } from '../../lib/cofre/animos.ts'
import type { MiAnimo } from './animo.ts'

type PatronesProps = { days: MiAnimo['days']; historia: Pick<Historia, 'inicios' | 'periodos'> }

/** What her counts say of hard days and her period, where they say something. */
export function Patrones({ days, historia: { inicios, periodos } }: PatronesProps) {
  const id = useId()
  const patrones = useMemo(() => {
    const dias = [...days].map(([fecha, dichos]) => ({ fecha, dificil: isHard(animoOfDay(dichos)!) }))
    return patronesOf(inicios, periodos, dias)
  }, [days, inicios, periodos])
  const [first] = patrones
  if (!first) return null
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        Lo que se repite
      </h2>
      {patrones.map((patron) => (
        <p key={patron.cuando}>{patronInWords(patron)}</p>
      ))}
      <p className="text-[0.9375rem] text-tinta-suave">
        Es una cuenta de lo que anotaste en {first.ciclos} ciclos: los días en que dijiste «Mal» o «Muy mal».
        No dice por qué, y no es un diagnóstico.
      </p>
    </Card>
  )
}
