import { Link, useLocation } from 'react-router'
import { isActive, menuOf } from '../menus.ts'
import { cx } from '../ui/cx.ts'

/** Phones only: the six rooms within reach of the thumb. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Principal"
      className="fixed inset-x-0 bottom-0 z-20 border-linea border-t bg-superficie pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-6">
        {menuOf('tabs').map(({ to, label, icon: Icon }) => {
          const active = isActive(to, pathname)
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={active ? 'page' : undefined}
                className={cx(
                  'grid min-h-16 place-items-center content-center gap-0.5 text-[0.6875rem]',
                  active ? 'font-bold text-jacaranda-texto' : 'font-medium text-tinta-suave',
                )}
              >
                <span
                  className={cx(
                    'grid h-8 w-12 place-items-center rounded-full transition-colors duration-150',
                    active && 'bg-jacaranda-suave',
                  )}
                >
                  <Icon aria-hidden="true" className="size-5.5" />
                </span>
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
