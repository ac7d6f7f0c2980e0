import { useMemo } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { shortHora } from '../../lib/time/fechas.ts'
import { nameOf } from './agendaDrafts.ts'
import { rangeOf, whenWords } from './dias.ts'
import { useEventos } from './eventosQuery.ts'
import { siguientes } from './recurrencia.ts'

export type Cita = { id: string; titulo: string; detalle: string; cuando: string }

const SHOWN = 5

/** Her appointments that are to come, of the agenda: the next ones. Undefined while that is not known. */
export function useCitas(hoy: Fecha): Cita[] | undefined {
  const { data } = useEventos()
  return useMemo(() => {
    if (!data) return undefined
    const ahora = shortHora(new Date())
    return siguientes(
      data.filter(({ tipo }) => tipo === 'cita'),
      hoy,
      SHOWN,
    )
      .filter(({ evento, dia }) => dia > hoy || !evento.hora || (evento.hora_fin ?? evento.hora) >= ahora)
      .map(({ evento, dia }) => ({
        id: `${evento.id} ${dia}`,
        titulo: nameOf(evento),
        detalle: evento.lugar ?? '',
        cuando: [
          whenWords({ fecha: dia, hora: evento.hora }, hoy).dia,
          evento.hora && rangeOf(evento.hora, evento.hora_fin),
        ]
          .filter(Boolean)
          .join(', '),
      }))
  }, [data, hoy])
}
