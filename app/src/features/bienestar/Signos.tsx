import { cx } from '../../components/cx.ts'
import type { Animo } from '../../lib/cofre/animos.ts'
import { levelOf, type Marca } from './marcas.ts'

/*
 * The shapes of a day: a drop, a page, a flag, a capsule, and below them five steps. Each is told from the others by its outline alone, at nine
 * pixels; what may come, and what was left out, is the outline without its inside.
 */

type Shape = { className?: string | undefined; hollow?: boolean }

const ink = (hollow = false) =>
  hollow
    ? { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4 }
    : { fill: 'currentColor', stroke: 'currentColor', strokeWidth: 1 }

export function Gota({ hollow, className }: Shape) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('text-bugambilia-texto', className)}>
      <path
        {...ink(hollow)}
        strokeLinejoin="round"
        d="M6 .9C7.9 3.6 9.7 5.4 9.7 7.5a3.7 3.7 0 0 1-7.4 0C2.3 5.4 4.1 3.6 6 .9Z"
      />
    </svg>
  )
}

export function Pagina({ hollow, className }: Shape) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('text-jacaranda-texto', className)}>
      <path {...ink(hollow)} strokeLinejoin="round" d="M2 1h5.5L10 3.5V11H2Z" />
      <path
        d="M4 5.5h4M4 8h4"
        strokeWidth="1.1"
        className={hollow ? 'stroke-current' : 'stroke-superficie'}
      />
    </svg>
  )
}

export function Bandera({ className }: Shape) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('text-salvia-texto', className)}>
      <path d="M2.5 11.4V.6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <path fill="currentColor" d="M3 1h8L8.7 3.9 11 6.8H3Z" />
    </svg>
  )
}

export function Pastilla({ hollow, className }: Shape) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('text-maiz-texto', className)}>
      <rect {...ink(hollow)} x="3.6" y="1" width="4.8" height="10" rx="2.4" transform="rotate(45 6 6)" />
      {!hollow && <path d="M4.1 4.1l3.8 3.8" strokeWidth="1.1" className="stroke-superficie" />}
    </svg>
  )
}

const STEPS = [0, 1, 2, 3, 4]
const stepsIn = (from: number, to: number, inset: number) =>
  STEPS.slice(from, to)
    .map((step) => `M${step * 6 + inset} ${inset}h${5 - 2 * inset}v${5 - 2 * inset}h-${5 - 2 * inset}z`)
    .join('')

/** Five steps, of which as many are full as she was well. */
export function Escalones({ animo, className }: { animo: Animo; className?: string }) {
  const level = levelOf(animo)
  return (
    <svg viewBox="0 0 29 5" aria-hidden="true" className={cx('text-tinta-suave', className)}>
      <path d={stepsIn(0, level, 0)} fill="currentColor" />
      <path d={stepsIn(level, 5, 0.4)} fill="none" stroke="currentColor" strokeWidth="0.8" />
    </svg>
  )
}

/** What stands below the number of a day. */
export function Signos({ marca }: { marca: Marca }) {
  const { ciclo, animo, entrada, citas, tomadas, omitidas } = marca
  const size = 'min-w-0 max-w-2.5 flex-1 md:max-w-3.5'
  return (
    <span className="grid w-full grid-rows-[minmax(0.625rem,auto)_auto] content-start justify-items-center gap-1 px-px md:gap-1.5 md:grid-rows-[minmax(0.875rem,auto)_auto]">
      <span className="flex w-full items-center justify-center gap-px md:gap-1">
        {ciclo && <Gota hollow={ciclo === 'proximo'} className={size} />}
        {entrada && <Pagina hollow={entrada === 'borrador'} className={size} />}
        {citas > 0 && <Bandera className={size} />}
        {tomadas + omitidas > 0 && <Pastilla hollow={tomadas === 0} className={size} />}
      </span>
      {animo && <Escalones animo={animo} className="w-[84%] max-w-8 md:max-w-11" />}
    </span>
  )
}

const LEYENDA = [
  { texto: 'Periodo', dibujo: <Gota className="size-4" /> },
  { texto: 'Puede empezar tu periodo', dibujo: <Gota hollow className="size-4" /> },
  { texto: 'Entrada del diario; solo su contorno, un borrador', dibujo: <Pagina className="size-4" /> },
  { texto: 'Cita', dibujo: <Bandera className="size-4" /> },
  { texto: 'Medicamento tomado; solo su contorno, omitido', dibujo: <Pastilla className="size-4" /> },
  {
    texto: 'Ánimo: de un escalón (muy mal) a cinco (muy bien)',
    dibujo: <Escalones animo="Bien" className="w-7" />,
  },
]

/** What each shape means, where she wants to know. */
export function Leyenda() {
  return (
    <details className="text-sm">
      <summary className="min-h-11 gap-1 font-semibold text-tinta-suave">Qué significa cada dibujo</summary>
      <ul className="grid gap-1.5 pb-1 text-tinta-suave">
        {LEYENDA.map(({ texto, dibujo }) => (
          <li key={texto} className="flex items-center gap-2.5">
            <span className="grid w-7 shrink-0 place-items-center">{dibujo}</span>
            {texto}
          </li>
        ))}
      </ul>
    </details>
  )
}
