import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Calendar } from '../../components/calendar/Calendar.tsx'
import { CalendarLegend } from '../../components/calendar/CalendarLegend.tsx'
import { type Ciclo, type FaseDia, faseOf } from '../../lib/time/ciclo.ts'
import { type Fecha, longFecha, longFechaWithDia, mesOf, monthRange } from '../../lib/time/fechas.ts'
import { Anillo } from './Anillo.tsx'

const PALABRAS: Record<FaseDia, string> = {
  periodo: 'periodo',
  fertil: 'ventana fértil',
  ovulacion: 'ovulación estimada',
  proximo: 'próximo periodo',
}

type ResultadoProps = {
  ciclo: Ciclo
  today: Fecha
  /** She has just asked for it. */
  focus: boolean
  onForget: () => void
}

/** What was calculated: in words, as a ring and on a calendar. */
export function Resultado({ ciclo, today, focus, onForget }: ResultadoProps) {
  const [mes, setMes] = useState(() => mesOf(ciclo.inicio))
  const [day, setDay] = useState<Fecha | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const from = mesOf(ciclo.inicio)
  const to = mesOf(ciclo.proximo)
  const fase = day && faseOf(ciclo, day)

  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])

  return (
    <section aria-label="Tu ciclo" className="grid gap-5 border-linea border-t pt-5">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        Tu ciclo estimado
      </h3>
      <div className="grid items-center gap-5 md:grid-cols-[240px_minmax(0,1fr)]">
        <Anillo ciclo={ciclo} today={today} />
        <dl className="grid gap-3">
          <Dato dot="bg-bugambilia" name="Inicio de tu último periodo" value={longFecha(ciclo.inicio)} />
          <Dato
            dot="bg-salvia"
            name="Ventana fértil"
            value={`del ${longFecha(ciclo.fertilDesde)} al ${longFecha(ciclo.fertilHasta)}`}
          />
          <Dato dot="bg-maiz" name="Ovulación estimada" value={longFecha(ciclo.ovulacion)} />
          <Dato dot="border-2 border-bugambilia" name="Próximo periodo" value={longFecha(ciclo.proximo)} />
        </dl>
      </div>
      {ciclo.proximo < today && (
        <p className="rounded-card bg-maiz-suave p-3.5 text-maiz-texto">
          Este ciclo ya terminó. Elige el inicio de tu último periodo para ver el de ahora.
        </p>
      )}
      <div className="mx-auto grid w-full max-w-md gap-3">
        <Calendar
          label="Tu ciclo"
          mes={mes}
          onMesChange={setMes}
          selected={day}
          onSelect={setDay}
          today={today}
          min={monthRange(from.year, from.month).first}
          max={monthRange(to.year, to.month).last}
          markOf={(fecha) => {
            const look = faseOf(ciclo, fecha)
            return look ? { look, words: PALABRAS[look] } : undefined
          }}
        />
        <p aria-live="polite" className="min-h-6 text-center text-[0.9375rem]">
          {day && `${longFechaWithDia(day)}: ${fase ? PALABRAS[fase] : 'sin señales del cálculo'}.`}
        </p>
        <CalendarLegend
          items={[
            { look: 'periodo', text: 'Periodo (5 días)' },
            { look: 'fertil', text: 'Ventana fértil' },
            { look: 'ovulacion', text: 'Ovulación' },
            { look: 'proximo', text: 'Próximo periodo' },
          ]}
        />
      </div>
      <Button look="quiet" className="justify-self-center" onClick={onForget}>
        Borrar esta fecha
      </Button>
    </section>
  )
}

function Dato({ dot, name, value }: { dot: string; name: string; value: string }) {
  return (
    <div className="grid grid-cols-[auto_1fr] items-baseline gap-x-3">
      <span aria-hidden="true" className={`size-3.5 rounded-full ${dot}`} />
      <dt className="text-sm text-tinta-suave">{name}</dt>
      <dd className="col-start-2 font-semibold">{value}</dd>
    </div>
  )
}
