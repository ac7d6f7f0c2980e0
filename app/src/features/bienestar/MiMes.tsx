import { type ReactNode, useId, useMemo, useState } from 'react'
import { Calendar } from '../../components/calendar/Calendar.tsx'
import type { DayMark } from '../../components/calendar/calendario.ts'
import { Card } from '../../components/layout/Card.tsx'
import type { EnCiclo } from '../../lib/ciclo/apuntes.ts'
import { addMonths, type Fecha, type Mes, mesOf, monthRange, monthWeeks } from '../../lib/time/fechas.ts'
import { Anio } from './Anio.tsx'
import type { MiAnimo } from './animo.ts'
import { DiaDialog } from './DiaDialog.tsx'
import { Elegir } from './Elegir.tsx'
import { type CitaDelDia, countTomas, type Marca, marcaInWords, marcasOf } from './marcas.ts'
import { Leyenda, Signos } from './Signos.tsx'
import type { MisMedicamentos } from './useMedicamentos.ts'

/** How far back she can go, and how far ahead, in months. */
const REACH = { back: 120, ahead: 12 }

type MiMesProps = {
  hoy: Fecha
  animo: MiAnimo
  medicamentos: MisMedicamentos
  mes: Mes
  onMes: (mes: Mes) => void
  enCiclo: (fecha: Fecha) => EnCiclo | null
  /** Of the month on show; undefined while that is not known. */
  escrito: ((fecha: Fecha) => 'entrada' | 'borrador' | null) | undefined
  /** Of the month on show; undefined while that is not known. */
  citas: ReadonlyMap<Fecha, readonly CitaDelDia[]> | undefined
  /** What could not be read, in words; null where nothing is missing. */
  falta: string | null
  /** Her cycle on a day, and what can be noted of it. */
  ciclo: (fecha: Fecha) => ReactNode
}

const drawn = new Map<string, DayMark>()

/**
 * A period, and what may begin, stand behind the numbers too, as on the page of her cycle. Days that hold the same share what is drawn: of a month
 * on show only what changed is drawn anew.
 */
function markOf(marca: Marca): DayMark {
  const words = marcaInWords(marca)
  const mark = drawn.get(words) ?? {
    ...(marca.ciclo && { look: marca.ciclo === 'proximo' ? 'proximo' : 'periodo' }),
    beneath: <Signos marca={marca} />,
    words,
  }
  drawn.set(words, mark)
  return mark
}

/** Her month: what each day holds, in shapes; a day opens with all of it. And her year, one thing at a time. */
export function MiMes(props: MiMesProps) {
  const { hoy, animo, medicamentos, mes, onMes, enCiclo, escrito, citas, falta } = props
  const id = useId()
  const [vista, setVista] = useState<'mes' | 'anio'>('mes')
  const [dia, setDia] = useState<Fecha | null>(null)
  const { medicamentos: hers, tomas: all } = medicamentos
  const tomas = useMemo(() => countTomas({ medicamentos: hers, tomas: all }), [hers, all])
  const marks = useMemo(() => {
    const marcas = marcasOf(monthWeeks(mes.year, mes.month).flat(), animo.days, tomas, {
      enCiclo,
      escrito: escrito ?? (() => null),
      citas: (fecha) => citas?.get(fecha) ?? [],
    })
    return new Map([...marcas].map(([fecha, marca]) => [fecha, markOf(marca)]))
  }, [mes, animo.days, tomas, enCiclo, escrito, citas])
  const back = mesOf(addMonths(hoy, -REACH.back))
  const ahead = mesOf(addMonths(hoy, REACH.ahead))

  return (
    <Card as="section" aria-labelledby={id} className="grid grid-cols-1 gap-3 max-md:px-2">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:px-2">
        <h2 id={id} className="text-lg sm:text-xl">
          {vista === 'mes' ? 'Tu mes' : 'Tu año'}
        </h2>
        <Elegir label="Qué se ve" value={vista} onChange={setVista} opciones={{ mes: 'Mes', anio: 'Año' }} />
      </header>
      {vista === 'mes' ? (
        <>
          <Calendar
            label="Tu mes"
            mes={mes}
            onMesChange={onMes}
            selected={dia}
            onSelect={setDia}
            today={hoy}
            min={monthRange(back.year, back.month).first}
            max={monthRange(ahead.year, ahead.month).last}
            markOf={(fecha) => marks.get(fecha)}
            busy={!falta && (!escrito || !citas)}
            tall
          />
          {falta && (
            <p role="status" className="text-[0.9375rem] text-tinta-suave max-md:px-2">
              No pudimos leer {falta}: aquí falta lo que tiene este mes.
            </p>
          )}
          <div className="max-md:px-2">
            <Leyenda />
          </div>
        </>
      ) : (
        <Anio
          hoy={hoy}
          year={mes.year}
          first={back.year}
          onYear={(year) => onMes({ ...mes, year })}
          days={animo.days}
          enCiclo={enCiclo}
          onMes={(month) => {
            onMes({ year: mes.year, month })
            setVista('mes')
          }}
        />
      )}
      <DiaDialog
        {...props}
        citas={dia ? citas?.get(dia) : undefined}
        fecha={dia}
        onClose={() => setDia(null)}
      />
    </Card>
  )
}
