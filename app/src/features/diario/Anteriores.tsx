import { BookOpen, ChevronLeft } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { addMonths, type Fecha, type Mes, mesAndYear, mesOf, monthRange } from '../../lib/time/fechas.ts'
import type { Entrada } from './entradas.ts'
import { lackingWords } from './lackingWords.ts'
import { leerOf } from './leer.ts'
import { titulo } from './texto.ts'

type AnterioresProps = {
  mes: Mes
  /** The entries of that month; undefined while they are not known. */
  entradas: Entrada[] | undefined
  /** Why the service did not say; with entries, these are what the device keeps. */
  failure: Error | null
  /** The day that is open beside the list. */
  open: Fecha
  /** The first day of the diary. */
  first: Fecha
  onChoose: (fecha: Fecha, row: Element) => void
  onMesChange: (mes: Mes) => void
}

/** As much of a day as its row shows. */
const SHOWN = 240

/** The written days of a month, the last one first, each by its first words; the month before is one tap away. */
export function Anteriores({ mes, entradas, failure, open, first, onChoose, onMesChange }: AnterioresProps) {
  const id = useId()
  const name = mesAndYear(mes.year, mes.month)
  const { first: beginning } = monthRange(mes.year, mes.month)
  const rows = entradas?.filter(({ fecha }) => fecha !== open).sort(byLatest)
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-1">
      <h2 id={id} className="text-lg">
        Días de {name}
      </h2>
      {failure && (
        <p role="status" className="pb-1 text-[0.9375rem] text-tinta-suave">
          {lackingWords(failure, entradas !== undefined)}
        </p>
      )}
      {rows?.length === 0 && (
        <p className="text-[0.9375rem] text-tinta-suave">Sin otras entradas en este mes.</p>
      )}
      {rows && rows.length > 0 && (
        <ul className="-mx-2 grid">
          {rows.map(({ fecha, contenido, ilegible }) => (
            <li key={fecha}>
              <button
                type="button"
                onClick={({ currentTarget }) => onChoose(fecha, currentTarget)}
                className="grid w-full gap-0.5 rounded-control px-2 py-2.5 text-left transition-colors duration-150 hover:bg-jacaranda-suave"
              >
                <span className="font-semibold text-[0.9375rem]">{titulo(fecha)}</span>
                <span dir="auto" className="line-clamp-2 text-[0.9375rem] text-tinta-suave">
                  {ilegible ? 'Cerrado' : contenido.slice(0, SHOWN)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {entradas && entradas.length > 1 && (
        <Link
          to={`?leer=${leerOf(mes)}`}
          className={buttonClass({ look: 'quiet', className: '-ml-3 justify-self-start' })}
        >
          <BookOpen aria-hidden="true" className="size-5" />
          Leer el mes desde el principio
        </Link>
      )}
      {beginning > first && (
        <Button
          look="quiet"
          className="-ml-3 justify-self-start"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          onClick={() => onMesChange(mesOf(addMonths(beginning, -1)))}
        >
          Ver el mes de antes
        </Button>
      )}
    </Card>
  )
}

const byLatest = (one: Entrada, other: Entrada) => (one.fecha < other.fecha ? 1 : -1)
