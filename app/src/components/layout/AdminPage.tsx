import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { grupoOf } from '../../lib/team/grupos.ts'

type AdminPageProps = {
  title: string
  text: string
  /** What is done here most: at the right of the name on wide screens, below it on phones. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of the admin's pages: the way back, to all pages or to those of its group, the name, what it is for, what is done here. As wide as the app's other pages.
 * A long form (`FormSection`) takes the place of the rest while it is open. */
export function AdminPage({ title, text, action, children }: AdminPageProps) {
  const grupo = grupoOf(useLocation().pathname)
  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-4 pb-6 md:px-8 md:pt-8 [&:has(>[data-form])>:first-child>:not(header)]:hidden [&:has(>[data-form])>:not(:first-child,[data-form])]:hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <header className="grid min-w-0 flex-[1_1_24rem] gap-1">
          <p className="-ml-2 flex flex-wrap items-center text-jacaranda-texto">
            <Link to="/admin" className="inline-flex min-h-11 items-center gap-1.5 px-2 font-semibold">
              <ArrowLeft aria-hidden="true" className="size-5" />
              Administración
            </Link>
            {grupo && (
              <>
                <span aria-hidden="true">/</span>
                <Link to={`/admin#${grupo.id}`} className="inline-flex min-h-11 items-center px-2">
                  {grupo.nombre}
                </Link>
              </>
            )}
          </p>
          <h1 className="text-3xl md:text-4xl">{title}</h1>
          <p className="max-w-prose text-tinta-suave">{text}</p>
        </header>
        {action}
      </div>
      {children}
    </div>
  )
}
