import { Link, useLocation } from 'react-router'
import { cx } from '../../components/cx.ts'
import { AsistenteButton } from '../../features/asistente/Asistente.tsx'
import { isActive, menuOf } from '../menus.ts'

/** Phones only: the six pages within reach of the thumb. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Principal"
      data-pestanas
      className="@container relative flex items-center border-linea border-t bg-superficie pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {/* As wide as its word each; where the letters are too large for one line, two lines of words alone. */}
      <ul className="mx-auto flex max-w-lg flex-1 @max-[19rem]:grid @max-[19rem]:grid-cols-3">
        {menuOf('tabs').map(({ to, label, icon: Icon }) => {
          const active = isActive(to, pathname)
          return (
            <li key={to} className="min-w-0 flex-auto">
              <Link
                to={to}
                aria-current={active ? 'page' : undefined}
                className={cx(
                  'grid min-h-16 place-items-center content-center gap-0.5 text-[0.6875rem] @min-[21rem]:[body:has([data-inicio])_&]:text-[0.625rem] @max-[19rem]:min-h-11 @max-[19rem]:text-[min(0.6875rem,5.6cqw)] @max-[19rem]:leading-tight',
                  active ? 'font-bold text-jacaranda-texto' : 'font-medium text-tinta-suave',
                )}
              >
                <span
                  className={cx(
                    'grid h-8 w-12 @max-[21rem]:w-9 [body:has([data-inicio])_&]:w-9 place-items-center rounded-full transition-colors duration-150 @max-[19rem]:hidden',
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
      {/* Home has no header to hold it. */}
      <AsistenteButton className="mr-1.5 hidden [body:has([data-inicio])_&]:grid @max-[21rem]:absolute @max-[21rem]:right-1 @max-[21rem]:bottom-full @max-[21rem]:mb-2" />
    </nav>
  )
}
