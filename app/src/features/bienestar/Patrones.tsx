import { type ReactNode, useId, useMemo } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import type { Historia } from '../../lib/ciclo/apuntes.ts'
import { isUncounted } from '../../lib/ciclo/ciclos.ts'
import {
  isOnePeriodoShort,
  motivoInWords,
  motivoOf,
  patronesOf,
  patronInWords,
  REASON_DAYS,
} from '../../lib/ciclo/patrones.ts'
import { animoOfDay, isHard } from '../../lib/cofre/animos.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { MiAnimo } from './animo.ts'

type PatronesProps = {
  hoy: Fecha
  days: MiAnimo['days']
  historia: Pick<Historia, 'inicios' | 'periodos' | 'modo'>
}

/** What her counts say of hard days: and her period or, where none is counted, the reasons that she gave. Where they say something. */
export function Patrones({ hoy, days, historia: { inicios, periodos, modo } }: PatronesProps) {
  const dias = useMemo(
    () =>
      [...days].map(([fecha, dichos]) => ({
        fecha,
        dificil: isHard(animoOfDay(dichos)!),
        motivos: dichos.flatMap(({ value }) => value.motivos),
      })),
    [days],
  )
  return useMemo(() => {
    if (isUncounted(modo)) {
      const motivo = motivoOf(dias, hoy)
      return motivo && <Repite de={`los últimos ${REASON_DAYS} días`}>{motivoInWords(motivo)}</Repite>
    }
    const patrones = patronesOf(inicios, periodos, dias)
    if (patrones[0])
      return (
        <Repite de={`${patrones[0].ciclos} ciclos`}>
          {patrones.map((patron) => (
            <span key={patron.cuando} className="block">
              {patronInWords(patron)}
            </span>
          ))}
        </Repite>
      )
    return isOnePeriodoShort(inicios, dias, hoy, modo) ? (
      <p className="px-1 text-[0.9375rem] text-tinta-suave">
        Con un periodo más podremos decirte si algo se repite.
      </p>
    ) : null
  }, [dias, inicios, periodos, modo, hoy])
}

function Repite({ de, children }: { de: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        Lo que se repite
      </h2>
      <p>{children}</p>
      <p className="text-[0.9375rem] text-tinta-suave">
        Es una cuenta de lo que anotaste en {de}: los días en que dijiste «Mal» o «Muy mal». No dice por qué,
        y no es un diagnóstico.
      </p>
    </Card>
  )
}
