import { type ReactNode, useId, useState } from 'react'
import { Calendar } from '../../components/calendar/Calendar.tsx'
import { CalendarLegend } from '../../components/calendar/CalendarLegend.tsx'
import type { DayMark } from '../../components/calendar/calendario.ts'
import { Card } from '../../components/layout/Card.tsx'
import { diaInWords, EN_CICLO, enCiclo } from '../../lib/ciclo/apuntes.ts'
import { fertilesOf, pronosticoOf } from '../../lib/ciclo/ciclos.ts'
import { addMonths, type Fecha, mesOf, monthRange } from '../../lib/time/fechas.ts'
import type { MiCicloDatos } from './useCiclo.ts'

/** How far back she can go. */
const MONTHS_BACK = 120

type MesProps = {
  ciclo: MiCicloDatos
  hoy: Fecha
  dia: Fecha
  onDia: (fecha: Fecha) => void
  /** What she notes of the chosen day. */
  children: ReactNode
}

/** The month: what was, and what may come, told apart by shape. */
export function Mes({ ciclo, hoy, dia, onDia, children }: MesProps) {
  const id = useId()
  const [mes, setMes] = useState(() => mesOf(hoy))
  const { inicios, dias, modo } = ciclo.historia
  const en = enCiclo(ciclo.historia, hoy)
  const pronostico = pronosticoOf(inicios, hoy, modo)
  const fertiles = fertilesOf(inicios, hoy, modo)
  const end = mesOf(addMonths(hoy, 2))
  const earliest = addMonths(hoy, -MONTHS_BACK)
  const { min, max } = limits([inicios[0], earliest], end)

  const lookOf = (fecha: Fecha): [look: DayMark['look'], words: string] => {
    const es = en(fecha)
    if (es) return [es === 'proximo' ? es : 'periodo', EN_CICLO[es]]
    if (fertiles && fecha >= fertiles.desde && fecha <= fertiles.hasta)
      return ['subrayado', 'días fértiles, estimados']
    return [undefined, '']
  }
  const markOf = (fecha: Fecha): DayMark | undefined => {
    const [look, words] = lookOf(fecha)
    const noted = dias.get(fecha)
    if (!look && !noted) return undefined
    return { look, dot: !!noted, words: [words, noted && diaInWords(noted)].filter(Boolean).join(', ') }
  }

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="sr-only">
        Calendario
      </h2>
      <Calendar
        label="Mi ciclo"
        mes={mes}
        onMesChange={setMes}
        selected={dia}
        onSelect={onDia}
        today={hoy}
        min={min}
        max={max}
        markOf={markOf}
      />
      <CalendarLegend
        items={[
          { look: 'periodo', text: 'Periodo' },
          ...(pronostico ? [{ look: 'proximo', text: 'Puede empezar' } as const] : []),
          ...(fertiles ? [{ look: 'subrayado', text: 'Días fértiles, estimados' } as const] : []),
          { look: 'punto', text: 'Con apuntes' },
        ]}
      />
      {children}
    </Card>
  )
}

/** Whole months, so that each can be turned to. */
function limits(firsts: readonly (Fecha | undefined)[], { year, month }: ReturnType<typeof mesOf>) {
  const first = mesOf(firsts.filter((fecha) => fecha !== undefined).sort()[0]!)
  return { min: monthRange(first.year, first.month).first, max: monthRange(year, month).last }
}
