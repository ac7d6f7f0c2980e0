import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  Eye,
  Footprints,
  type LucideIcon,
  Phone,
  PhoneOff,
} from 'lucide-react'
import { Propio } from '../../../components/content/Propio.tsx'
import { cx } from '../../../components/cx.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import type { Persona } from './estado.ts'

/** Colour besides the words, so that a glance is enough: green somebody comes, violet it arrived, yellow it waits, red it did not leave. */
const STYLES = {
  respondida: [Footprints, 'bg-salvia-suave text-salvia-texto'],
  vista: [Eye, 'bg-salvia-suave text-salvia-texto'],
  entregada: [CheckCheck, 'bg-jacaranda-suave text-jacaranda-texto'],
  enviada: [Check, 'bg-jacaranda-suave text-jacaranda-texto'],
  en_cola: [Clock, 'bg-maiz-suave text-maiz-texto'],
  fallida: [CircleAlert, 'bg-alerta-suave text-alerta-texto'],
} satisfies Record<string, [icon: LucideIcon, className: string]>

function styleOf({ estado, respuesta }: Persona): [icon: LucideIcon, className: string] {
  if (respuesta === 'la_llamo') return [Phone, STYLES.respondida[1]]
  if (respuesta === 'no_puedo') return [PhoneOff, STYLES.en_cola[1]]
  return STYLES[estado as keyof typeof STYLES] ?? STYLES.en_cola
}

type PersonaRowProps = {
  persona: Persona
  nombre: string
  /** Of a drill: after how many seconds it arrived, in the place of the hour. */
  segundos?: number | null
}

/** One person of an alert: name and state, in letters that a shaking hand does not lose. */
export function PersonaRow({ persona, nombre, segundos }: PersonaRowProps) {
  const [Icon, className] = styleOf(persona)
  const { texto, detalle, desde } = persona
  return (
    <li className={cx('flex items-center gap-3 rounded-card px-3 py-2', className)}>
      <Icon aria-hidden="true" className="size-6 shrink-0" strokeWidth={2.2} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <Propio className="line-clamp-1 max-w-full text-tinta">{nombre}</Propio>
        <span className="font-bold text-lg leading-snug">{texto}</span>
        {detalle && <span className="w-full text-sm text-tinta-suave">{detalle}</span>}
      </span>
      {segundos !== undefined && segundos !== null && (
        <span className="shrink-0 self-start font-semibold tabular-nums">en {segundos} s</span>
      )}
      {desde && segundos === undefined && (
        <time dateTime={desde} className="shrink-0 self-start text-sm text-tinta-suave tabular-nums">
          {shortHora(new Date(desde))}
        </time>
      )}
    </li>
  )
}
