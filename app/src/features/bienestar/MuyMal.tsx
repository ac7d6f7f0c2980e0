import { BookHeart, LifeBuoy, type LucideIcon, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'

const SALIDAS: { to: string; icon: LucideIcon; text: string }[] = [
  { to: '/seguridad/apoyo-y-refugios', icon: LifeBuoy, text: 'Hablar con una línea de apoyo' },
  { to: '/comunidad/salas', icon: MessagesSquare, text: 'Ir a un círculo' },
  { to: '/diario-emocional', icon: BookHeart, text: 'Escribirlo en mi diario' },
]

/** The answer to «Muy mal»: somebody who listens, company, or a page of her own. */
export function MuyMal() {
  return (
    <div className="grid gap-1 rounded-card bg-hundido p-3">
      <p className="px-1 text-[0.9375rem]">Gracias por decirlo. No tienes que pasarlo sola.</p>
      <ul>
        {SALIDAS.map(({ to, icon: Icon, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-2.5 px-1 font-semibold text-[0.9375rem] text-jacaranda-texto underline-offset-4 hover:underline"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
