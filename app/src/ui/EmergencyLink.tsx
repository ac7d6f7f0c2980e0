import { Phone } from 'lucide-react'
import { brand } from '../lib/installation/brand.ts'
import { telHref } from '../lib/outside/phone.ts'
import { cx } from './cx.ts'

/** A real call link with the number as text: where it dials nothing, she can read it. */
export function EmergencyLink({
  numero = brand.emergencyNumber,
  className,
}: {
  /** Of her country, where it is not this installation's. */
  numero?: string
  className?: string
}) {
  return (
    <a
      href={telHref(numero) ?? undefined}
      className={cx(
        'inline-flex min-h-13 items-center justify-center gap-2 rounded-control border-2 border-alerta px-5 py-2 font-semibold text-[1.0625rem] text-alerta-texto transition-colors duration-150 hover:bg-alerta-suave active:scale-[0.985]',
        className,
      )}
    >
      <Phone aria-hidden="true" className="size-5" />
      Llamar al {numero}
    </a>
  )
}
