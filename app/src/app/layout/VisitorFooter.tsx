import { Link } from 'react-router'
import { brand } from '../../lib/installation/brand.ts'

/** Below the landing page: what may be read before deciding anything. */
export function VisitorFooter() {
  const link =
    'inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4'
  return (
    <footer className="mt-auto border-linea border-t bg-hundido">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-6 px-5 py-4 md:px-8">
        <p className="mr-auto font-serif text-lg">{brand.name}</p>
        <Link to="/pricing" className={link}>
          Planes
        </Link>
        <Link to="/confiabilidad" className={link}>
          Qué tan confiable es
        </Link>
        <Link to="/legal" className={link}>
          Aviso legal
        </Link>
      </div>
    </footer>
  )
}
