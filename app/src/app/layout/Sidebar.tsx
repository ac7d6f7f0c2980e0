import { Link, useLocation } from 'react-router'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { cx } from '../../components/cx.ts'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import type { MenuItem } from '../../components/layout/LinkRow.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { useSession } from '../../lib/session/session.tsx'
import { isActive, menuOf } from '../menus.ts'

function Items({ items, quiet }: { items: MenuItem[]; quiet?: boolean }) {
  const { pathname } = useLocation()
  return (
    <ul className="grid gap-0.5">
      {items.map(({ to, label, icon: Icon }) => {
        const active = isActive(to, pathname)
        return (
          <li key={to}>
            <Link
              to={to}
              aria-current={active ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-3 rounded-control px-3 transition-colors duration-150',
                quiet ? 'pointer-fine:min-h-9 text-[0.9375rem]' : 'pointer-fine:min-h-10 font-medium',
                active
                  ? 'bg-jacaranda-suave text-jacaranda-texto'
                  : 'text-tinta-suave hover:bg-hundido hover:text-tinta',
              )}
            >
              <Icon aria-hidden="true" className={quiet ? 'size-4.5' : 'size-5'} />
              {label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** From 768 pixels on: the two lists of menus, and the way to the team's screens. */
export function Sidebar() {
  const { estadoAdmin } = useSession()
  const runs = estadoAdmin === 'activa' || estadoAdmin === 'factor'
  const also = [...menuOf('secondary'), ...menuOf('home').filter(({ onlyAdmin }) => onlyAdmin && runs)]
  return (
    <aside className="fixed top-0 bottom-0 left-0 z-20 hidden w-64 flex-col gap-3 overflow-y-auto border-linea border-r bg-superficie px-4 py-3 *:shrink-0 md:flex">
      <Link
        to="/"
        aria-label={`${brand.name}, ir al inicio`}
        className="flex min-h-11 items-center gap-3 rounded-control px-2"
      >
        <Simbolo className="size-9" />
        {/* As large as the sidebar lets it be on one line. */}
        <span className="whitespace-nowrap font-serif text-[min(1.5rem,40px)]">{brand.name}</span>
      </Link>
      <QuickExit className="w-full" />
      <nav aria-label="Principal">
        <Items items={menuOf('sidebar')} />
      </nav>
      <nav aria-label="También" className="border-linea border-t pt-3">
        <Items items={also} quiet />
      </nav>
    </aside>
  )
}
