import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'

type FilaProps = {
  name: string
  detail: ReactNode
  hidden: boolean
  /** She keeps the order of the list; at its ends one of the two leads nowhere. */
  order?: { up: (() => void) | undefined; down: (() => void) | undefined }
  onToggle: () => void
  onEdit: () => void
  onDelete: () => void
  busy?: boolean
}

/** One thing of a list that the admin keeps, with everything she can do about it. */
export function Fila({ name, detail, hidden, order, onToggle, onEdit, onDelete, busy }: FilaProps) {
  return (
    <li
      className="grid gap-1 border-linea p-2.5 not-last:border-b sm:flex sm:items-center sm:justify-between sm:gap-x-6"
      aria-busy={busy || undefined}
    >
      <div className="grid min-w-0 grow gap-x-6 gap-y-0.5 lg:grid-cols-[2fr_3fr] lg:items-baseline">
        <h2 className="font-sans font-semibold text-base wrap-anywhere">
          {name}
          {hidden && <span className="text-tinta-suave"> (OCULTO)</span>}
        </h2>
        <p className="text-sm text-tinta-suave">{detail}</p>
      </div>
      <div className="-ml-2.5 flex shrink-0 sm:ml-0">
        {order && (
          <>
            <Step label={`Subir «${name}»`} icon={<ArrowUp aria-hidden="true" />} onClick={order.up} />
            <Step label={`Bajar «${name}»`} icon={<ArrowDown aria-hidden="true" />} onClick={order.down} />
          </>
        )}
        <IconButton
          label={hidden ? `Mostrar «${name}»` : `Ocultar «${name}»`}
          icon={hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={onToggle}
        />
        <IconButton label={`Editar «${name}»`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
        <IconButton
          label={`Borrar «${name}»`}
          icon={<Trash2 aria-hidden="true" />}
          tone="danger"
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

/** Where there is nowhere to go its place is kept: the same thing stands at the same place of every row. */
function Step({ onClick, ...rest }: { label: string; icon: ReactNode; onClick: (() => void) | undefined }) {
  return onClick ? <IconButton {...rest} onClick={onClick} /> : <span className="size-11 shrink-0" />
}
