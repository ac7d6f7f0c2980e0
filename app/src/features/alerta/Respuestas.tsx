import { cx } from '../../components/cx.ts'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import type { Respuesta } from './vista.ts'

const RESPUESTAS: { respuesta: Respuesta; text: string }[] = [
  { respuesta: 'ya_voy', text: 'Ya voy' },
  { respuesta: 'la_llamo', text: 'La estoy llamando' },
  { respuesta: 'no_puedo', text: 'No puedo ahora' },
]

const textOf = (wanted: Respuesta) => RESPUESTAS.find(({ respuesta }) => respuesta === wanted)?.text ?? ''

type RespuestasProps = {
  /** What the service has. */
  respuesta: Respuesta | null
  /** What is on its way. */
  saliendo: Respuesta | null
  otraPersona: boolean
  /** She must not be called: that answer is not offered. */
  sinLlamar: boolean
  /** The service was not reached the last time. */
  sinRed: boolean
  onAnswer: (respuesta: Respuesta) => void
}

/** The three answers, where a thumb reaches them, and whether one has arrived. */
export function Respuestas({
  respuesta,
  saliendo,
  otraPersona,
  sinLlamar,
  sinRed,
  onAnswer,
}: RespuestasProps) {
  const offered = RESPUESTAS.filter((one) => !sinLlamar || one.respuesta !== 'la_llamo')
  return (
    <section
      aria-label="Tu respuesta"
      className="sticky bottom-0 grid gap-2 rounded-t-tile border-linea border-t bg-crema px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:border-x"
    >
      <p role="status" className="text-balance text-center font-semibold text-[0.9375rem] empty:hidden">
        {describeAnswer(respuesta, saliendo, otraPersona)}
      </p>
      <p role="status" className="text-center font-semibold text-[0.9375rem] text-maiz-texto empty:hidden">
        {sinRed && 'Sin conexión. Seguimos intentando.'}
      </p>
      <div className="grid grid-fit-[8rem] gap-2 sm:grid-cols-2">
        {offered.map(({ respuesta: option, text }, place) => {
          const leaving = saliendo === option
          const chosen = saliendo === null && respuesta === option
          return (
            <button
              key={option}
              type="button"
              aria-pressed={chosen}
              onClick={() => !leaving && onAnswer(option)}
              className={cx(
                'inline-flex select-none items-center justify-center gap-2 rounded-control border-2 px-2 py-2 text-center font-semibold leading-tight transition-[background-color,transform] duration-150 active:scale-[0.985]',
                place === 0 ? 'col-span-full min-h-16 text-xl' : 'min-h-14 text-[1.0625rem]',
                chosen
                  ? 'border-salvia-texto bg-salvia-suave text-salvia-texto'
                  : place === 0
                    ? 'border-jacaranda bg-jacaranda text-sobre-jacaranda'
                    : 'border-jacaranda-viva text-jacaranda-texto hover:bg-jacaranda-suave',
              )}
            >
              {leaving && <Spinner label="Enviando…" />}
              {text}
            </button>
          )
        })}
      </div>
    </section>
  )
}

/** Nothing is said to have arrived before it has. */
function describeAnswer(
  respuesta: Respuesta | null,
  saliendo: Respuesta | null,
  otraPersona: boolean,
): string | null {
  if (saliendo) return `«${textOf(saliendo)}» todavía no sale. No cierres esta página.`
  if (respuesta) return `Quedó «${textOf(respuesta)}». Puedes cambiarla.`
  return otraPersona ? 'Otra persona ya respondió. La tuya también sirve.' : null
}
