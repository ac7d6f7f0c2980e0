import { choosePais, useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { cx } from '../cx.ts'

const answer =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-3 font-semibold text-jacaranda-texto underline underline-offset-4 hover:bg-jacaranda-suave'

/** «¿Estás en Colombia?», where her clock suggests a country with another number. What she answers holds from then on, everywhere. */
export function PreguntaPais({ asks, className }: { asks: boolean; className?: string }) {
  const { codigo, pais } = useEmergencia()
  return (
    <div className={cx('flex flex-wrap items-center gap-x-1', className ?? 'justify-center')}>
      <p className="font-semibold">¿Estás en {pais}?</p>
      {asks && (
        <span className="inline-flex gap-x-1">
          <button
            type="button"
            aria-label={`Sí, estoy en ${pais}`}
            className={answer}
            onClick={() => choosePais(codigo)}
          >
            Sí
          </button>
          <button
            type="button"
            aria-label={`No, no estoy en ${pais}`}
            className={answer}
            onClick={() => choosePais('')}
          >
            No
          </button>
        </span>
      )}
    </div>
  )
}
