import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { EN_CICLO, type EnCiclo } from '../../lib/ciclo/apuntes.ts'
import { ANIMOS, type Animo, animoOfDay } from '../../lib/cofre/animos.ts'
import { brand } from '../../lib/installation/brand.ts'
import { type Fecha, mesAndYear, monthWeeks } from '../../lib/time/fechas.ts'
import type { MiAnimo } from './animo.ts'
import { Elegir } from './Elegir.tsx'
import { levelOf } from './marcas.ts'

const VISTAS = { periodo: 'Periodo', animo: 'Ánimo' } as const
type Vista = keyof typeof VISTAS

/** How far ahead appointments and forecasts reach, in years. */
const AHEAD = 1

type AnioProps = {
  hoy: Fecha
  year: number
  /** The first year that can be reached. */
  first: number
  onYear: (year: number) => void
  days: MiAnimo['days']
  enCiclo: (fecha: Fecha) => EnCiclo | null
  onMes: (month: number) => void
}

const MESES = Array.from({ length: 12 }, (_, at) => at + 1)
const name = new Intl.DateTimeFormat(brand.locale, { month: 'short' })

/** Twelve small months, of one thing; each opens. */
export function Anio({ hoy, year, first, onYear, days, enCiclo, onMes }: AnioProps) {
  const [vista, setVista] = useState<Vista>('periodo')
  const last = Number(hoy.slice(0, 4)) + AHEAD
  return (
    <div className="grid gap-3 max-md:px-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="-ml-2 flex items-center">
          <IconButton
            label="Año anterior"
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={year <= first}
            onClick={() => onYear(year - 1)}
          />
          <p aria-live="polite" className="font-semibold tabular-nums">
            {year}
          </p>
          <IconButton
            label="Año siguiente"
            icon={<ChevronRight aria-hidden="true" />}
            disabled={year >= last}
            onClick={() => onYear(year + 1)}
          />
        </div>
        <Elegir label="De tu año" value={vista} onChange={setVista} opciones={VISTAS} />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(min(4.5rem,40%),28%),1fr))] gap-2 md:grid-cols-[repeat(auto-fill,minmax(max(7rem,22%),1fr))]">
        {MESES.map((month) => (
          <li key={month}>
            <MesChico {...{ hoy, year, month, vista, days, enCiclo }} onOpen={() => onMes(month)} />
          </li>
        ))}
      </ul>
      <Claves vista={vista} />
    </div>
  )
}

type MesChicoProps = Pick<AnioProps, 'hoy' | 'year' | 'days' | 'enCiclo'> & {
  month: number
  vista: Vista
  onOpen: () => void
}

function MesChico({ hoy, year, month, vista, days, enCiclo, onOpen }: MesChicoProps) {
  const weeks = useMemo(() => monthWeeks(year, month), [year, month])
  const prefix = `${year}-${String(month).padStart(2, '0')}`
  const marked = useMemo(
    () =>
      weeks.map((week) =>
        week.map((fecha) => {
          if (!fecha.startsWith(prefix)) return null
          const es = vista === 'periodo' ? enCiclo(fecha) : animoOfDay(days.get(fecha) ?? [])
          return { fecha, es }
        }),
      ),
    [weeks, prefix, vista, days, enCiclo],
  )
  const words = useMemo(() => summaryOf(marked.flat().flatMap((day) => day?.es ?? [])), [marked])
  const label = name.format(new Date(year, month - 1, 1, 12)).replace('.', '')

  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${mesAndYear(year, month)}: ${words}`}
      aria-current={hoy.startsWith(prefix) ? 'date' : undefined}
      className="grid w-full content-start gap-1 rounded-control p-1.5 hover:bg-hundido aria-[current]:outline-2 aria-[current]:outline-jacaranda-viva"
    >
      <span className="font-semibold text-sm">
        {label.charAt(0).toLocaleUpperCase(brand.locale) + label.slice(1)}
      </span>
      {/* Six weeks high, whatever the month has. */}
      <svg viewBox="0 0 84 72" aria-hidden="true" className="w-full">
        {marked.map((week, row) =>
          week.map(
            (day, column) =>
              day && (
                <Punto key={day.fecha} x={column * 12} y={row * 12} es={day.es} isToday={day.fecha === hoy} />
              ),
          ),
        )}
      </svg>
    </button>
  )
}

type PuntoProps = { x: number; y: number; es: EnCiclo | Animo | null; isToday: boolean }

const isAnimo = (es: EnCiclo | Animo): es is Animo => (ANIMOS as readonly string[]).includes(es)

const TONES: Record<Animo, string> = {
  'Muy bien': 'fill-salvia',
  Bien: 'fill-salvia',
  Regular: 'fill-tinta-suave',
  Mal: 'fill-bugambilia',
  'Muy mal': 'fill-bugambilia',
}

/**
 * A day: a full circle or an empty one of her cycle; of her mood a column that stands on the line, a dash, or one that hangs from it; a dot
 * where nothing is known.
 */
function Punto({ x, y, es, isToday }: PuntoProps) {
  const cx = x + 6
  const cy = y + 6
  if (!es)
    return (
      <circle
        cx={cx}
        cy={cy}
        r={isToday ? 2.6 : 1.4}
        className={isToday ? 'fill-jacaranda-viva' : 'fill-linea-fuerte'}
      />
    )
  if (isAnimo(es)) {
    const from = levelOf(es) - levelOf('Regular')
    const height = Math.max(1.6, Math.abs(from) * 2.8)
    const top = from > 0 ? cy - height : from < 0 ? cy : cy - height / 2
    return <rect x={x + 2.5} y={top} width="7" height={height} rx="0.8" className={TONES[es]} />
  }
  return es === 'proximo' ? (
    <circle cx={cx} cy={cy} r="4.2" fill="none" strokeWidth="1.5" className="stroke-bugambilia-texto" />
  ) : (
    <circle cx={cx} cy={cy} r="5" className="fill-bugambilia-texto" />
  )
}

/** What a month held, in words: «5 días de periodo», «3 días bien, uno mal». */
export function summaryOf(marks: readonly (EnCiclo | Animo)[]): string {
  const counts = new Map<string, number>()
  for (const mark of marks) {
    const words = isAnimo(mark)
      ? mark.toLocaleLowerCase('es')
      : mark === 'proximo'
        ? EN_CICLO.proximo
        : 'de periodo'
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  if (counts.size === 0) return 'nada anotado'
  return [...counts]
    .map(([words, days]) => {
      const span = days === 1 ? 'un día' : `${days} días`
      return words === EN_CICLO.proximo ? `${span} en que ${words}` : `${span} ${words}`
    })
    .join(', ')
}

/** What the marks of the year mean. */
function Claves({ vista }: { vista: Vista }) {
  const claves: { texto: string; es: EnCiclo | Animo }[] =
    vista === 'periodo'
      ? [
          { texto: 'Periodo', es: 'periodo' },
          { texto: 'Puede empezar', es: 'proximo' },
        ]
      : ANIMOS.map((es) => ({ texto: es, es }))
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-tinta-suave">
      {claves.map(({ texto, es }) => (
        <li key={es} className="flex items-center gap-1.5">
          <svg viewBox="0 0 12 12" aria-hidden="true" className="size-4">
            <Punto x={0} y={0} es={es} isToday={false} />
          </svg>
          {texto}
        </li>
      ))}
    </ul>
  )
}
