import { casa } from '../../lib/emergencia/emergencia.ts'
import { describeFuente } from '../../lib/emergencia/fuente.ts'
import type { Numeros } from '../../lib/emergencia/numeros.ts'
import { cx } from '../cx.ts'

type NumeroFuenteProps = {
  de: readonly Numeros[]
  /** The country is named beside it already. */
  named?: boolean
  className?: string
}

/** Where the numbers above it were read, and on which day; or that nobody has verified them. */
export function NumeroFuente({ className, ...of }: NumeroFuenteProps) {
  return (
    <p className={cx('text-balance text-center text-[0.8125rem] text-tinta-suave leading-snug', className)}>
      <Fuentes {...of} className="block" />
    </p>
  )
}

/**
 * A line for each number. One of another country than this installation's is named: another person with her telephone may have chosen it.
 */
export function Fuentes({ de, named = false, className }: NumeroFuenteProps) {
  const own = casa().codigo
  return de.map((row) => (
    <span key={row.codigo} className={className}>
      {de.length > 1
        ? `${row.numeros[0]}, ${row.pais}. `
        : row.codigo !== own && !named && `Emergencias en ${row.pais}. `}
      {describeFuente(row)}
    </span>
  ))
}
