import { useMemo, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { addDays, type Fecha, fromFecha } from '../../lib/time/fechas.ts'
import { type Evento, nameOf } from './agendaDrafts.ts'
import { isCadaVez, whenWords } from './dias.ts'
import { siguientesConRecordatorios } from './recurrencia.ts'
import { describeCadaVez } from './repeticion.ts'

/** As many as leave the form within reach, and as many more as she asks for at a time. */
const FIRST = 4
const MORE = 10

type SiguientesProps = {
  eventos: readonly Evento[]
  dia: Fecha
  hoy: Fecha
  onChoose: (dia: Fecha) => void
}

/** What comes next after the chosen day, or from today on where that is past; a tap chooses its day, where it can be changed. */
export function Siguientes({ eventos, dia, hoy, onChoose }: SiguientesProps) {
  const [most, setMost] = useState(FIRST)
  const desde = dia < hoy ? hoy : addDays(dia, 1)
  const list = useMemo(() => siguientesConRecordatorios(eventos, desde, most + 1), [eventos, desde, most])
  if (list.length === 0) return null
  return (
    <Card as="section" aria-labelledby="siguientes" className="grid gap-1">
      <h2 id="siguientes" className="text-lg">
        Lo que sigue
      </h2>
      <ul>
        {list.slice(0, most).map((one) => {
          const when = whenWords({ fecha: one.dia, hora: one.evento.hora }, hoy)
          return (
            <li key={`${one.evento.id} ${one.dia}`} className="border-linea not-last:border-b">
              <button
                type="button"
                onClick={() => onChoose(one.dia)}
                className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] flex-wrap items-baseline gap-x-3 rounded-control px-2 py-2.5 text-left hover:bg-jacaranda-suave"
              >
                <span dir="auto" className="min-w-0 flex-1 basis-32 font-semibold">
                  {nameOf(one.evento)}
                </span>
                <span className="text-[0.9375rem] text-tinta-suave tabular-nums">
                  {isCadaVez(one.evento)
                    ? describeCadaVez({ ...one.evento, regla: one.evento.regla! })
                    : `${weekday.format(fromFecha(one.dia))} ${when.dia.toLocaleLowerCase(brand.locale)}${one.evento.hora ? ` · ${when.hora}` : ''}`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {list.length > most && (
        <Button look="quiet" wide onClick={() => setMost(most + MORE)}>
          Ver más
        </Button>
      )}
    </Card>
  )
}

const weekday = new Intl.DateTimeFormat(brand.locale, { weekday: 'short' })
