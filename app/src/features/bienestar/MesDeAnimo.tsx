import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ANIMOS, type Animo, animoOfDay, type Dicho, type Dichos } from '../../lib/cofre/animos.ts'
import type { Nota } from '../../lib/cofre/notas.ts'
import {
  addMonths,
  type Fecha,
  longFecha,
  longFechaWithDia,
  mesAndYear,
  mesOf,
  monthWeeks,
} from '../../lib/time/fechas.ts'

/** How high the bar of a day stands, and its color: either alone tells the five apart. */
const BARS: Record<Animo, string> = {
  'Muy bien': 'h-full bg-salvia',
  Bien: 'h-4/5 bg-salvia/60',
  Regular: 'h-3/5 bg-maiz',
  Mal: 'h-2/5 bg-bugambilia/60',
  'Muy mal': 'h-1/5 bg-bugambilia',
}

const WEEKDAYS = ['L', 'M', 'M', 'J', 'V', 'S', 'D']

type MesDeAnimoProps = { dichos: Dichos; hoy: Fecha; onErase: (dicho: Nota<Dicho>) => void }

/** A month of how she was, day by day; a day opens with what she said. */
export function MesDeAnimo({ dichos, hoy, onErase }: MesDeAnimoProps) {
  const id = useId()
  const [mes, setMes] = useState(() => mesOf(hoy))
  const [dia, setDia] = useState<Fecha | null>(null)
  const first = `${mes.year}-${String(mes.month).padStart(2, '0')}-01`
  const move = (months: number) => {
    setMes(mesOf(addMonths(first, months)))
    setDia(null)
  }
  const ofDay = dia ? dichos.filter(({ value }) => value.fecha === dia) : []

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <header className="flex items-center gap-1">
        <h2 id={id} className="flex-1 text-lg">
          Tu ánimo en {mesAndYear(mes.year, mes.month)}
        </h2>
        <IconButton label="Mes anterior" icon={<ChevronLeft aria-hidden="true" />} onClick={() => move(-1)} />
        <IconButton
          label="Mes siguiente"
          aria-disabled={first.slice(0, 7) >= hoy.slice(0, 7) || undefined}
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => first.slice(0, 7) < hoy.slice(0, 7) && move(1)}
        />
      </header>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAYS.map((dia, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week is always the same.
          <span key={at} aria-hidden="true" className="text-center text-sm text-tinta-suave">
            {dia}
          </span>
        ))}
        {monthWeeks(mes.year, mes.month)
          .flat()
          .map((fecha) => (
            <Dia
              key={fecha}
              fecha={fecha}
              outside={fecha.slice(0, 7) !== first.slice(0, 7)}
              animo={animoOfDay(dichos, fecha)}
              open={fecha === dia}
              onOpen={() => setDia(fecha === dia ? null : fecha)}
            />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-tinta-suave">
        {ANIMOS.map((animo) => (
          <li key={animo} className="flex items-center gap-1.5">
            <Bar animo={animo} className="h-4 w-2.5" />
            {animo}
          </li>
        ))}
      </ul>
      {dia && (
        <section aria-label={longFechaWithDia(dia)} className="grid gap-1 border-linea border-t pt-3">
          <h3 className="text-base">{longFecha(dia)}</h3>
          <ul className="grid">
            {ofDay.map((dicho) => (
              <li key={dicho.id} className="flex items-center gap-2">
                <p className="min-w-0 flex-1">
                  <span className="text-tinta-suave tabular-nums">{dicho.value.hora}</span>{' '}
                  <span className="font-semibold">{dicho.value.animo}</span>{' '}
                  <span dir="auto">
                    {[...dicho.value.motivos, dicho.value.palabra].filter(Boolean).join(', ')}
                  </span>
                </p>
                <IconButton
                  label={`Borrar ${dicho.value.animo}, ${dicho.value.hora}`}
                  icon={<Trash2 aria-hidden="true" className="size-5" />}
                  onClick={() => {
                    if (ofDay.length === 1) setDia(null)
                    onErase(dicho)
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

type DiaProps = { fecha: Fecha; outside: boolean; animo: Animo | null; open: boolean; onOpen: () => void }

function Dia({ fecha, outside, animo, open, onOpen }: DiaProps) {
  if (outside) return <span />
  const day = Number(fecha.slice(8))
  if (!animo)
    return (
      <span className="grid h-14 content-start justify-items-center rounded-control pt-1 text-sm text-tinta-suave tabular-nums">
        {day}
      </span>
    )
  return (
    <button
      type="button"
      aria-label={`${longFecha(fecha)}: ${animo}`}
      aria-expanded={open}
      onClick={onOpen}
      className={cx(
        'grid h-14 grid-rows-[auto_1fr] justify-items-center rounded-control bg-hundido pt-1 pb-1.5 font-semibold text-sm tabular-nums',
        open && 'outline-2 outline-jacaranda-viva',
      )}
    >
      {day}
      <Bar animo={animo} className="h-full w-3" />
    </button>
  )
}

function Bar({ animo, className }: { animo: Animo; className: string }) {
  return (
    <span aria-hidden="true" className={cx('flex items-end rounded-sm bg-linea', className)}>
      <span className={cx('w-full rounded-sm', BARS[animo])} />
    </span>
  )
}
