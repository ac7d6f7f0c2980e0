import type { Capitulo } from '../../lib/text/episodio.ts'
import { reloj, spokenTime } from '../../lib/time/reloj.ts'
import { cx } from '../cx.ts'

type CapitulosProps = {
  capitulos: readonly Capitulo[]
  /** The one that is being heard. */
  current?: Capitulo | undefined
  onGo: (segundo: number) => void
}

/** The parts of an episode: a press goes there. */
export function Capitulos({ capitulos, current, onGo }: CapitulosProps) {
  return (
    <ol className="grid">
      {capitulos.map((capitulo) => (
        <li key={capitulo.segundo}>
          <button
            type="button"
            aria-current={capitulo === current || undefined}
            className={cx(
              'flex min-h-11 w-full items-baseline gap-3 rounded-control px-2 py-2.5 text-left text-[0.9375rem] leading-snug hover:bg-jacaranda-suave',
              capitulo === current && 'bg-jacaranda-suave font-semibold text-jacaranda-texto',
            )}
            onClick={() => onGo(capitulo.segundo)}
          >
            <span className="w-12 shrink-0 text-right text-sm tabular-nums">
              <span className="sr-only">desde {spokenTime(capitulo.segundo)}, </span>
              <span aria-hidden="true">{reloj(capitulo.segundo)}</span>
            </span>
            <span className="min-w-0 wrap-anywhere">{capitulo.titulo}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
