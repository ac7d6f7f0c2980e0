import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { cx } from '../../components/cx.ts'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { brand } from '../../lib/installation/brand.ts'

const linkClass =
  'inline-flex min-h-11 items-center rounded-control px-1.5 font-semibold text-[0.9375rem] text-jacaranda-texto hover:bg-jacaranda-suave sm:px-3'

/**
 * On the landing page links to sign in and to register; elsewhere a link back to it.
 *
 * @param links false for somebody who is signed in but not admitted yet
 */
export function VisitorHeader({ links = true }: { links?: boolean }) {
  const onLanding = useLocation().pathname === '/landing' && links
  return (
    <header
      className={cx(
        'sticky top-0 z-20 flex min-h-16 flex-wrap items-center gap-x-1 px-3 pt-[env(safe-area-inset-top)] sm:gap-x-2 md:px-8',
        onLanding ? 'bg-(--dibujo-cielo)' : 'con-suelo pointer-events-none *:pointer-events-auto',
      )}
    >
      {onLanding ? (
        <>
          <span className="mr-auto flex min-h-11 items-center gap-2 pl-1">
            {/* On the narrowest phones there is room for it or for quick exit. */}
            <Simbolo className="size-8 max-[22.4rem]:hidden" />
            <span className="sr-only font-serif text-xl sm:not-sr-only">{brand.name}</span>
          </span>
          <nav aria-label="Tu cuenta" className="flex items-center">
            <Link to="/login" className={linkClass}>
              Entrar
            </Link>
            <Link to="/register" className={linkClass}>
              Crear cuenta
            </Link>
          </nav>
        </>
      ) : !links ? (
        <span className="mr-auto" />
      ) : (
        <Link
          to="/landing"
          aria-label="Volver a la página de bienvenida"
          className="mr-auto grid size-11 place-items-center rounded-full border border-linea bg-superficie hover:border-linea-fuerte"
        >
          <ArrowLeft aria-hidden="true" className="size-6" />
        </Link>
      )}
      <QuickExit className="max-[22.4rem]:px-3" />
    </header>
  )
}
