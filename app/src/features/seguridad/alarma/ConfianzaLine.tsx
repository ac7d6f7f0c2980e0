import { CircleCheck, CircleDashed, Clock } from 'lucide-react'
import { Button } from '../../../components/button/Button.tsx'
import { cx } from '../../../components/cx.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { type Confianza, describeConfianza, describeInvite, type Tono } from './confianza.ts'

const ICONS = { bien: CircleCheck, espera: Clock, falta: CircleDashed }
const COLORS: Record<Tono, string> = {
  bien: 'text-salvia-texto',
  espera: 'text-maiz-texto',
  falta: 'text-tinta-suave',
}

type ConfianzaLineProps = {
  contacto: Contacto
  confianza: Confianza | undefined
  onInvite: () => void
}

/** Under a contact: what they said to being told, and the way to ask. */
export function ConfianzaLine({ contacto: { nombre }, confianza, onInvite }: ConfianzaLineProps) {
  const { tono, texto } = describeConfianza(confianza)
  const Icon = ICONS[tono]
  const invite = describeInvite(confianza)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className={cx('flex min-w-0 flex-1 basis-44 items-start gap-2 py-1 text-sm', COLORS[tono])}>
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {texto}
      </p>
      <Button
        look="quiet"
        className="-mr-2 shrink-0 px-3"
        aria-label={`${invite} a ${nombre}`}
        onClick={onInvite}
      >
        {invite}
      </Button>
    </div>
  )
}
