import { type ReactNode, type RefObject, useRef } from 'react'
import { usePendingRevision } from '../../data/revision.ts'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { AdminPage } from './AdminPage.tsx'
import { Apelaciones } from './Apelaciones.tsx'
import { Leidas } from './Leidas.tsx'
import { ReporteCard } from './ReporteCard.tsx'
import { useReportesSala, useUnreadHistorias } from './revision.ts'
import { Suspensiones } from './Suspensiones.tsx'
import { UnreadHistoria } from './UnreadHistoria.tsx'

/** Everything that waits for a decision: what was reported, then the stories; below, what was decided. */
export function Revision() {
  const reportes = useReportesSala()
  const historias = useUnreadHistorias()
  const { data: cuantas } = usePendingRevision()
  const reported = useRef<HTMLHeadingElement>(null)
  const unread = useRef<HTMLHeadingElement>(null)
  // The card that had the focus disappears once it is decided.
  const focusReported = () => reported.current?.focus()
  const focusUnread = () => unread.current?.focus()

  return (
    <AdminPage title="Revisión" text="Lo que las integrantes escriben y lo que te avisan.">
      <p role="status" className="font-semibold">
        {cuantas === 0 && 'Todo está al día.'}
        {cuantas === 1 && 'Hay 1 cosa por revisar.'}
        {(cuantas ?? 0) > 1 && `Hay ${cuantas} cosas por revisar.`}
      </p>
      <Seccion title="Denuncias" heading={reported}>
        <QueryView
          query={reportes}
          errorMessage="No se pudieron cargar las denuncias."
          empty={<p className="text-tinta-suave">No hay denuncias por atender.</p>}
        >
          {(list) => (
            <ul className="grid gap-4">
              {list.map((reporte) => (
                <ReporteCard key={reporte.id} reporte={reporte} onDecided={focusReported} />
              ))}
            </ul>
          )}
        </QueryView>
      </Seccion>
      <Seccion title="Historias por leer" heading={unread}>
        <QueryView
          query={historias}
          errorMessage="No se pudieron cargar las historias."
          empty={<EmptyState message="No hay historias esperando. Aquí aparecerán las nuevas." />}
        >
          {(list) => (
            <ul className="grid gap-4">
              {list.map((historia) => (
                // Another version is another text: what the admin began to write about the earlier one is dropped.
                <UnreadHistoria
                  key={`${historia.id} ${historia.version}`}
                  historia={historia}
                  onDecided={focusUnread}
                />
              ))}
            </ul>
          )}
        </QueryView>
      </Seccion>
      <Collapsible title="Respuestas a decisiones">
        <Apelaciones />
      </Collapsible>
      <Collapsible title="Historias ya leídas">
        <Leidas onDecided={focusUnread} />
      </Collapsible>
      <Collapsible title="Integrantes en pausa">
        <Suspensiones />
      </Collapsible>
    </AdminPage>
  )
}

type SeccionProps = { title: string; heading: RefObject<HTMLHeadingElement | null>; children: ReactNode }

function Seccion({ title, heading, children }: SeccionProps) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
