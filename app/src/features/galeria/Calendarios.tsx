import { useState } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Calendar } from '../../ui/Calendar.tsx'
import { CalendarLegend } from '../../ui/CalendarLegend.tsx'
import { Card } from '../../ui/Card.tsx'
import type { DayMark } from '../../ui/calendario.ts'

const dia = (day: number): Fecha => `2026-11-${String(day).padStart(2, '0')}`

/** A month with entries and events, as the diary and the agenda mark it. */
const sueltos: Record<Fecha, DayMark> = {
  [dia(3)]: { look: 'lleno', words: 'con entrada' },
  [dia(4)]: { look: 'lleno', words: 'con entrada' },
  [dia(12)]: { look: 'subrayado', words: 'con eventos' },
  [dia(21)]: { look: 'subrayado', words: 'con eventos' },
  [dia(24)]: { look: 'lleno', words: 'con entrada' },
}

/** A month as the cycle calculator marks it. */
function marcaOfCiclo(fecha: Fecha): DayMark | undefined {
  if (fecha >= dia(1) && fecha <= dia(5)) return { look: 'periodo', words: 'periodo' }
  if (fecha === dia(15)) return { look: 'ovulacion', words: 'ovulación' }
  if (fecha >= dia(11) && fecha <= dia(16)) return { look: 'fertil', words: 'ventana fértil' }
  if (fecha >= dia(29) && fecha <= dia(30)) return { look: 'proximo', words: 'próximo periodo' }
}

export function Calendarios() {
  const [mes, setMes] = useState({ year: 2026, month: 11 })
  const [dayChosen, setDayChosen] = useState<Fecha | null>(dia(24))
  const shared = { mes, onMesChange: setMes, selected: dayChosen, onSelect: setDayChosen, today: dia(20) }
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card className="max-md:p-2">
        <Calendar
          {...shared}
          label="Días sueltos"
          min="2020-01-01"
          max="2026-12-31"
          markOf={(fecha) => sueltos[fecha]}
        />
      </Card>
      <Card className="grid gap-3 max-md:p-2">
        <Calendar {...shared} label="Ciclo" min="1900-01-01" max={dia(25)} markOf={marcaOfCiclo} />
        <CalendarLegend
          items={[
            { look: 'periodo', text: 'Periodo' },
            { look: 'fertil', text: 'Ventana fértil' },
            { look: 'ovulacion', text: 'Ovulación' },
            { look: 'proximo', text: 'Próximo periodo' },
          ]}
        />
      </Card>
    </div>
  )
}
