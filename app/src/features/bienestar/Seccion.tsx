import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'

type SeccionProps = {
  titulo: string
  agregar: string
  /** Undefined while nothing can be added yet. */
  onAgregar: (() => void) | undefined
  children: ReactNode
}

/** A list of hers with the way to add to it. */
export function Seccion({ titulo, agregar, onAgregar, children }: SeccionProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-5">
        <h2 id={id} className="text-lg sm:text-xl">
          {titulo}
        </h2>
        <Button
          look="quiet"
          className="-my-1 -mr-3 ml-auto shrink-0 px-3"
          icon={<Plus aria-hidden="true" className="size-5" />}
          aria-label={agregar}
          disabled={!onAgregar}
          onClick={onAgregar}
        >
          Agregar
        </Button>
      </header>
      <ul className="grid">{children}</ul>
    </Card>
  )
}

type FilaProps = { titulo: string; detalle: string; momento: string; ejemplo: boolean }

/** One row of such a list. */
export function Fila({ titulo, detalle, momento, ejemplo }: FilaProps) {
  return (
    <li className="grid gap-0.5 border-linea border-b py-2.5 last:border-b-0">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        <span dir="auto">{titulo}</span>
        {ejemplo && <Badge tone="maiz">Ejemplo</Badge>}
      </span>
      <span dir="auto" className="text-[0.9375rem] text-tinta-suave empty:hidden">
        {detalle}
      </span>
      <span className="text-[0.9375rem]">{momento}</span>
    </li>
  )
}
