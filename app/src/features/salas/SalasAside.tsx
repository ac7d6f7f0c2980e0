import { useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/cx.ts'
import { iconoOf } from './iconos.ts'
import { useSalas } from './salas.ts'

/** The circles beside the open one, where there is room for both; a telephone does not ask for them. */
export function SalasAside({ open }: { open: string }) {
  const [wide] = useState(() => matchMedia('(width >= 64rem)').matches)
  return wide ? <List open={open} /> : null
}

function List({ open }: { open: string }) {
  const { data: salas } = useSalas()
  return (
    <nav
      aria-label="Círculos de Confianza"
      className="hidden w-72 shrink-0 overflow-y-auto border-linea border-r px-4 py-5 lg:block"
    >
      <ul className="grid gap-0.5">
        {salas?.map(({ id, nombre, icono }) => {
          const Icon = iconoOf(icono)
          return (
            <li key={id}>
              <Link
                to={`/comunidad/sala/${id}`}
                aria-current={id === open ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-3 rounded-control px-3 py-1.5 leading-tight transition-colors duration-150',
                  id === open
                    ? 'bg-jacaranda-suave font-semibold text-jacaranda-texto'
                    : 'text-tinta-suave hover:bg-hundido hover:text-tinta',
                )}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {nombre}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
