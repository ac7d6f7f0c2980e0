import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'

/** How many of each stand below the links. */
export const SHOWN = 4

type ComunidadFrameProps = {
  /** As rows of a list; without them their space is reserved. */
  historias?: ReactNode
  circulos?: ReactNode
}

/** Two lists beside each other where there is room, as high without their words as with them: nothing moves when these come. */
export function ComunidadFrame({ historias, circulos }: ComunidadFrameProps) {
  return (
    <div className="grid grid-fit-[20rem] gap-4">
      <Column title="Lo último que contaron" to="/comunidad/blog#historias" further="Leer las historias">
        {historias}
      </Column>
      <Column title="Dónde se conversa" to="/comunidad/salas" further="Ver todos los círculos">
        {circulos}
      </Column>
    </div>
  )
}

/** A row of either list, with the line above it: as high with its words as without. */
export const COMUNIDAD_ROW = 'grid min-h-22 min-w-0 border-linea not-first:border-t'

type ColumnProps = { title: string; to: string; further: string; children: ReactNode }

function Column({ title, to, further, children }: ColumnProps) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 content-between gap-1 rounded-tile border border-linea bg-superficie p-3 pb-1 lg:p-4 lg:pb-2"
    >
      <div className="grid min-w-0 gap-2">
        <h2 className="px-2 pt-1 text-xl">{title}</h2>
        <ul className="grid min-h-88 min-w-0 content-start">
          {children ??
            Array.from({ length: SHOWN }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
              <li key={place} aria-hidden="true" className={`content-center px-2 ${COMUNIDAD_ROW}`}>
                <Skeleton className="h-16" />
              </li>
            ))}
        </ul>
      </div>
      <Link
        to={to}
        className="flex min-h-11 items-center justify-self-start px-2 font-semibold text-jacaranda-texto underline underline-offset-4"
      >
        {further}
      </Link>
    </section>
  )
}

/** Until what stands in them has come. */
export function ComunidadWaiting() {
  return <ComunidadFrame />
}
