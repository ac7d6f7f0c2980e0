import { Star } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../components/cx.ts'
import { ESCALA, PUNTOS } from './puntuacion.ts'

type EscalaProps = { value: number; onChange: (value: number) => void; invalid?: boolean }

/** Five stars as native radio buttons, so that arrow keys, touch and screen readers work. */
export function Escala({ value, onChange, invalid }: EscalaProps) {
  const name = useId()
  return (
    <fieldset aria-invalid={invalid || undefined} className="grid gap-1">
      <legend className="font-semibold text-[0.9375rem]">Tu puntuación</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="-ml-2 flex">
          {PUNTOS.map((punto) => (
            <label
              key={punto}
              className="relative grid size-12 cursor-pointer place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-foco"
            >
              <input
                type="radio"
                name={name}
                value={punto}
                checked={value === punto}
                onChange={() => onChange(punto)}
                aria-label={`${punto} de 5, ${ESCALA[punto - 1]}`}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Star
                aria-hidden="true"
                className={cx(
                  'size-8 transition-colors duration-150',
                  punto <= value ? 'fill-maiz text-maiz' : invalid ? 'text-alerta' : 'text-linea-fuerte',
                )}
              />
            </label>
          ))}
        </span>
        <span aria-hidden="true" className="text-sm text-tinta-suave">
          {value > 0 ? ESCALA[value - 1] : 'Toca una estrella'}
        </span>
      </div>
    </fieldset>
  )
}
