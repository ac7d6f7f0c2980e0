import type { ReactNode } from 'react'

/** One calm thing to say, where nothing is left to do. */
export function Calm({
  title,
  drawing,
  children,
}: {
  title: string
  drawing?: ReactNode
  children: ReactNode
}) {
  return (
    <div role="status" className="grid gap-3 pt-2">
      {drawing}
      <h1 className="text-[2rem] leading-tight">{title}</h1>
      <div className="text-lg text-tinta-suave">{children}</div>
    </div>
  )
}
