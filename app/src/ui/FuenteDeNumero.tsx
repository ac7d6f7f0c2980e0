import { describeFuente } from '../lib/emergencia/fuente.ts'
import type { Numeros } from '../lib/emergencia/numeros.ts'
import { cx } from './cx.ts'

/** Where the numbers above it come from, and of when that is; or that nobody has made sure of them. */
export function FuenteDeNumero({ de, className }: { de: readonly Numeros[]; className?: string }) {
  const now = new Date()
  const several = de.length > 1
  return (
    <p className={cx('text-center text-[0.8125rem] text-tinta-suave leading-snug', className)}>
      {de.map((row) => (
        <span key={row.codigo} className="block">
          {several && `${row.numeros[0]} (${row.pais}): `}
          {several ? lowerFirst(describeFuente(row, now)) : describeFuente(row, now)}
        </span>
      ))}
    </p>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
