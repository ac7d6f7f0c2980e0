import { Link, useLocation } from 'react-router'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { useBar } from '../../components/layout/useBar.ts'
import { AsistenteButton } from '../../features/asistente/Asistente.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { isActive, menuOf } from '../menus.ts'
import { headerTitle } from '../routing.ts'

/** Phones only: a link home, the page's title, and quick exit. The title has its own line where the letters are large. */
export function Header() {
  const { pathname } = useLocation()
  const Icon = menuOf('sidebar').find(({ to }) => to !== '/' && isActive(to, pathname))?.icon
  return (
    <header
      ref={useBar('--cabeza')}
      className="@container sticky top-0 z-20 border-linea border-b bg-crema px-3 pt-[env(safe-area-inset-top)] md:hidden"
    >
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-2 @max-[17rem]:min-h-13">
        <Link
          to="/"
          aria-label={`${brand.name}, ir al inicio`}
          className="grid size-11 shrink-0 place-items-center rounded-full @min-[17rem]:@max-[20.5rem]:hidden"
        >
          <Simbolo className="size-8" />
        </Link>
        <p className="flex min-w-0 flex-1 items-center gap-2 font-serif text-lg leading-tight @max-[17rem]:order-last @max-[17rem]:basis-full @max-[17rem]:px-1 @max-[17rem]:pb-1.5">
          {/* On the narrowest telephones the title needs its room. */}
          {Icon && (
            <Icon
              aria-hidden="true"
              className="hidden size-5 shrink-0 text-jacaranda-texto @min-[24rem]:block"
            />
          )}
          <span>{headerTitle(pathname) ?? brand.name}</span>
        </p>
        <AsistenteButton className="grid @max-[17rem]:size-10" />
        <QuickExit />
      </div>
    </header>
  )
}
