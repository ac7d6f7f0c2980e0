import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/router.tsx'
import { cx } from './cx.ts'

type AdminPageProps = {
  title: string
  text: string
  /** As wide as the house is, for tables. */
  wide?: boolean
  children: ReactNode
}

/** The frame of the admin's pages: the way back, the name, what it is for. */
export function AdminPage({ title, text, wide, children }: AdminPageProps) {
  return (
    <div
      className={cx('mx-casa grid gap-5 px-4 pt-4 pb-6 md:px-8 md:pt-8', wide ? 'max-w-6xl' : 'max-w-3xl')}
    >
      <header className="grid gap-1">
        <Link
          to="/admin"
          className="-ml-2 inline-flex min-h-11 items-center gap-1.5 justify-self-start px-2 font-semibold text-jacaranda-texto"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          Administración
        </Link>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        <p className="max-w-prose text-tinta-suave">{text}</p>
      </header>
      {children}
    </div>
  )
}
