import { Link, useLocation } from 'react-router'
import { brand } from '../lib/installation/brand.ts'
import { isActive, menuOf } from '../menus.ts'
import { headerTitle } from '../routing.ts'
import { QuickExit } from '../ui/QuickExit.tsx'
import { Simbolo } from '../ui/Simbolo.tsx'

/** Phones only: a link home, the room's title, and quick exit. */
export function Header() {
  const { pathname } = useLocation()
  const Icon = menuOf('sidebar').find(({ to }) => to !== '/' && isActive(to, pathname))?.icon
  return (
    <header className="sticky top-0 z-20 flex min-h-16 items-center gap-2 border-linea border-b bg-crema/95 px-3 pt-[env(safe-area-inset-top)] backdrop-blur md:hidden">
      <Link
        to="/"
        aria-label={`${brand.name}, ir al inicio`}
        className="grid size-11 shrink-0 place-items-center rounded-full"
      >
        <Simbolo className="size-8" />
      </Link>
      <p className="flex min-w-0 flex-1 items-center gap-2 font-serif text-lg leading-tight">
        {/* On the narrowest telephones the title needs its room. */}
        {Icon && (
          <Icon
            aria-hidden="true"
            className="hidden size-5 shrink-0 text-jacaranda-texto min-[22rem]:block"
          />
        )}
        <span className="line-clamp-2">{headerTitle(pathname) ?? brand.name}</span>
      </p>
      <QuickExit />
    </header>
  )
}
