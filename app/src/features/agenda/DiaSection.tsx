import type { RefObject } from 'react'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Hojas } from '../../components/illustrations/Hojas.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { type Fecha, longFechaWithDia } from '../../lib/time/fechas.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import type { Evento } from './agendaDrafts.ts'
import type { Cuales } from './CualesDialog.tsx'
import type { Ocurrencia } from './dias.ts'
import { EventoRow } from './EventoRow.tsx'
import type { useEventos } from './eventosQuery.ts'

/** An event of hers on screen: as the service has it, or as it will once what waits here has arrived. */
type Shown = Evento & { pendiente?: boolean }

type DiaSectionProps = {
  dia: Fecha
  heading: RefObject<HTMLHeadingElement | null>
  query: ReturnType<typeof useEventos>
  /** What is on this day; undefined while it is not known. */
  ocurrencias: Ocurrencia<Shown>[] | undefined
  /** Something of this day only this device has so far. */
  pending: boolean
  onEdit: (ocurrencia: Ocurrencia<Shown>, cuales: Cuales) => void
  onRemoved: (evento: Evento) => void
}

/** What the chosen day holds. */
export function DiaSection({
  dia,
  heading,
  query,
  ocurrencias,
  pending,
  onEdit,
  onRemoved,
}: DiaSectionProps) {
  return (
    <Card as="section" aria-labelledby="dia-elegido" className="grid gap-2">
      <h2 ref={heading} id="dia-elegido" tabIndex={-1} className="text-xl">
        {capital(longFechaWithDia(dia))}
      </h2>
      {query.error && query.data && (
        <p className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm">
          No pudimos actualizar la agenda: esto es lo que recuerda este dispositivo.
        </p>
      )}
      {pending && (
        <p role="status" className="text-sm text-tinta-suave">
          Lo que dice «Por enviar» está en este dispositivo; se enviará en cuanto haya conexión.
        </p>
      )}
      {/*
       * As high while it is not known as where there is nothing: what stands below does not move. In one column that is drawn after it.
       */}
      <div className="lg:min-h-44">
        <QueryView
          // What waits here is shown even where the list could not be had.
          query={{ ...query, data: ocurrencias }}
          errorMessage={NOT_HERE}
          loading={<Skeleton className="h-16 lg:h-44" />}
          empty={
            <EmptyState
              message="No hay eventos para este día."
              illustration={<Hojas className="w-28 max-lg:hidden" />}
            />
          }
        >
          {(list) => (
            <ul className="grid">
              {list.map((one) => (
                <EventoRow
                  key={one.evento.id}
                  ocurrencia={one}
                  onEdit={(cuales) => onEdit(one, cuales)}
                  onRemoved={() => {
                    onRemoved(one.evento)
                    // The button that had the focus goes with the row.
                    heading.current?.focus()
                  }}
                />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(brand.locale) + text.slice(1)
}
