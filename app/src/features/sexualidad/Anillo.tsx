import { type Ciclo, DIAS_CICLO, DIAS_PERIODO, diaOfCiclo } from '../../lib/time/ciclo.ts'
import { type Fecha, longFecha } from '../../lib/time/fechas.ts'

const RADIUS = 84
const AROUND = 2 * Math.PI * RADIUS

/** A place on the ring: day 1 begins at the top, days run clockwise. */
function place(day: number, radius = RADIUS): { x: number; y: number } {
  const angle = ((day - 1) / DIAS_CICLO) * 2 * Math.PI
  return { x: 110 + radius * Math.sin(angle), y: 110 - radius * Math.cos(angle) }
}

/** The cycle as a ring of 28 days: period, fertile window, ovulation, and where she is today. */
export function Anillo({ ciclo, today }: { ciclo: Ciclo; today: Fecha }) {
  const day = diaOfCiclo(ciclo.inicio, today)
  const words = [
    'Ciclo de 28 días',
    `periodo desde el ${longFecha(ciclo.inicio)}`,
    `ventana fértil del día 11 al día 16`,
    `ovulación estimada el ${longFecha(ciclo.ovulacion)}`,
    `próximo periodo el ${longFecha(ciclo.proximo)}`,
    ...(day ? [`hoy es el día ${day}`] : []),
  ]
  const ovulation = place(15.5)
  const now = day && place(day + 0.5)
  return (
    <svg viewBox="0 0 220 220" role="img" aria-label={`${words.join('; ')}.`} className="mx-auto w-56">
      <g fill="none" strokeWidth="20">
        <circle cx="110" cy="110" r={RADIUS} stroke="var(--hundido)" />
        <Arc from={1} days={DIAS_PERIODO} stroke="var(--bugambilia)" />
        <Arc from={11} days={6} stroke="var(--salvia)" />
      </g>
      <g fill="var(--linea-fuerte)">
        {Array.from({ length: DIAS_CICLO }, (_, index) => {
          const { x, y } = place(index + 1.5, 66)
          // biome-ignore lint/suspicious/noArrayIndexKey: a day of the ring never moves.
          return <circle key={index} cx={x} cy={y} r="1.6" />
        })}
      </g>
      <circle
        cx={ovulation.x}
        cy={ovulation.y}
        r="8.5"
        fill="var(--maiz)"
        stroke="var(--superficie)"
        strokeWidth="3"
      />
      {now && <circle cx={now.x} cy={now.y} r="12" fill="none" stroke="var(--tinta)" strokeWidth="3.5" />}
      <text x="110" y="106" textAnchor="middle" className="fill-tinta font-serif text-[2.25rem]">
        {day ?? DIAS_CICLO}
      </text>
      <text x="110" y="128" textAnchor="middle" className="fill-tinta-suave text-[0.8125rem]">
        {day ? 'día de tu ciclo' : 'días'}
      </text>
    </svg>
  )
}

function Arc({ from, days, stroke }: { from: number; days: number; stroke: string }) {
  const length = (days / DIAS_CICLO) * AROUND
  return (
    <circle
      cx="110"
      cy="110"
      r={RADIUS}
      stroke={stroke}
      strokeDasharray={`${length} ${AROUND}`}
      transform={`rotate(${((from - 1) / DIAS_CICLO) * 360 - 90} 110 110)`}
    />
  )
}
