import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { AsociacionCard } from './AsociacionCard.tsx'
import type { Asociacion } from './asociaciones.ts'

type AsociacionListProps = {
  entries: Asociacion[]
  actions: (asociacion: Asociacion) => ReactNode
  title: string
  /** True where the title would only repeat what is visible. */
  quiet?: boolean
}

export function AsociacionList({ entries, actions, title, quiet }: AsociacionListProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className={cx(quiet ? 'sr-only' : 'text-xl')}>
        {title}
      </h2>
      <ul className="grid min-w-0 gap-3 lg:grid-cols-2 lg:gap-4">
        {entries.map((asociacion) => (
          <AsociacionCard key={asociacion.id} asociacion={asociacion} actions={actions(asociacion)} />
        ))}
      </ul>
    </section>
  )
}
