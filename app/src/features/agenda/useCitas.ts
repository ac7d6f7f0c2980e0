import { useCallback, useMemo } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { shortHora } from '../../lib/time/fechas.ts'
import { type Evento, nameOf } from './agendaDrafts.ts'
import { byHora, rangeOf, whenWords } from './dias.ts'
import { nextOfEach, ocurrencias } from './recurrencia.ts'
import { useInSlices } from './useInSlices.ts'
import { useMisEventos } from './useMisEventos.ts'

export type Cita = { id: string; titulo: string; detalle: string; cuando: string }

/** Shown of what is to come, and beyond which it is only said that there are more. */
const SHOWN = 5

/** Her appointments of the agenda, those that still wait on this device among them; undefined while they are not known, and where they could not be had. */
function useMisCitas(): { items: readonly Evento[] | undefined; failed: boolean } {
  const { query, eventos } = useMisEventos()
  const known = query.data !== undefined || eventos.length > 0
  const items = useMemo(
    () => (known ? eventos.filter(({ tipo }) => tipo === 'cita') : undefined),
    [known, eventos],
  )
  return { items, failed: query.isError && query.data === undefined }
}

const hoursOf = ({ hora, hora_fin }: Evento) => hora && rangeOf(hora, hora_fin)

/** Of her appointments the next ones, and whether there are more. Undefined while that is not known. */
export function useCitas(hoy: Fecha): { proximas: Cita[]; more: boolean } | undefined {
  // One more than is shown, and one that may be over by now.
  const next = useCallback(() => nextOfEach<Evento>(hoy, SHOWN + 2), [hoy])
  const found = useInSlices(useMisCitas().items, next)
  return useMemo(() => {
    if (!found) return undefined
    const ahora = shortHora(new Date())
    const all = found
      .filter(({ evento, dia }) => dia > hoy || !evento.hora || (evento.hora_fin ?? evento.hora) >= ahora)
      .sort(byHora)
    return {
      more: all.length > SHOWN,
      proximas: all.slice(0, SHOWN).map(({ evento, dia }) => ({
        id: `${evento.id} ${dia}`,
        titulo: nameOf(evento),
        detalle: evento.lugar ?? '',
        cuando: [whenWords({ fecha: dia, hora: evento.hora }, hoy).dia, hoursOf(evento)]
          .filter(Boolean)
          .join(', '),
      })),
    }
  }, [found, hoy])
}

/** Her appointments between two days, by their day and hour; `citas` undefined while they are not known, and where they could not be had. */
export function useCitasBetween(
  desde: Fecha,
  hasta: Fecha,
): { citas: ReadonlyMap<Fecha, Cita[]> | undefined; failed: boolean } {
  const between = useCallback(() => (evento: Evento) => ocurrencias([evento], desde, hasta), [desde, hasta])
  const { items, failed } = useMisCitas()
  const found = useInSlices(items, between)
  const citas = useMemo(() => {
    if (!found) return undefined
    const days = new Map<Fecha, Cita[]>()
    for (const { evento, dia } of found.toSorted(byHora)) {
      const cita = {
        id: evento.id,
        titulo: nameOf(evento),
        detalle: evento.lugar ?? '',
        cuando: hoursOf(evento) || 'Todo el día',
      }
      const day = days.get(dia)
      if (day) day.push(cita)
      else days.set(dia, [cita])
    }
    return days
  }, [found])
  return { citas, failed }
}
