import { shortHora, toFecha } from '../../lib/time/fechas.ts'
import { shortFecha } from '../../lib/time/shortFecha.ts'
import { useToday } from '../../lib/time/today.ts'

/** The hour of what was said today, the day of anything before. */
export function Moment({ moment }: { moment: Date }) {
  const hoy = useToday()
  const dia = toFecha(moment)
  return <time dateTime={moment.toISOString()}>{dia === hoy ? shortHora(moment) : shortFecha(dia, hoy)}</time>
}
