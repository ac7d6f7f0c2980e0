import { useRef, useState } from 'react'
import { useBorrador } from '../../data/borrador.ts'
import { brand } from '../../lib/installation/brand.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { QueryView } from '../../ui/QueryView.tsx'
import { ReportResena } from './ReportResena.tsx'
import { ResenaForm } from './ResenaForm.tsx'
import { ResenaRow } from './ResenaRow.tsx'
import { RespuestaDialog } from './RespuestaDialog.tsx'
import { type Opinion, type Resena, usePublishResena, useResenas, useUpdateResena } from './resenas.ts'
import * as toasts from './toasts.ts'

const VACIA: Opinion = { puntuacion: 0, comentario: '' }

type ResenasProps = { id: string; terapeuta: { id: string; nombre: string } }

/** The reviews of a therapist, and the form for one's own. */
export function Resenas({ id, terapeuta }: ResenasProps) {
  const query = useResenas(terapeuta.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const [reported, setReported] = useState<string | null>(null)
  const [answered, setAnswered] = useState<Resena | null>(null)
  useSayFailure(query.isLoadingError, toasts.SIN_RESENAS)
  // The focused form or row disappeared.
  const focusHeading = () => heading.current?.focus()

  return (
    <section id={id} aria-labelledby={`${id}-titulo`} className="grid gap-3 border-linea border-t pt-3">
      <h3 ref={heading} tabIndex={-1} id={`${id}-titulo`} className="font-sans font-semibold text-base">
        Reseñas de {terapeuta.nombre}
      </h3>
      <QueryView
        query={query}
        errorMessage={NOT_HERE}
        empty={<p className="text-tinta-suave">{toasts.NO_HAY_RESENAS}</p>}
      >
        {(resenas) => (
          <ul className="-my-3 divide-y divide-linea">
            {resenas.map((resena) => (
              <ResenaRow
                key={resena.id}
                resena={resena}
                nombre={terapeuta.nombre}
                onReport={() => setReported(resena.id)}
                onAnswer={() => setAnswered(resena)}
                onGone={focusHeading}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ReportResena id={reported} onClose={() => setReported(null)} />
      <RespuestaDialog resena={answered} nombre={terapeuta.nombre} onClose={() => setAnswered(null)} />
      {query.data && (
        <Nueva
          terapeutaId={terapeuta.id}
          own={query.data.find(({ propia }) => propia)}
          onPublished={focusHeading}
        />
      )}
    </section>
  )
}

type NuevaProps = { terapeutaId: string; own: Resena | undefined; onPublished: () => void }

/** One review for each member: where hers is there already, only what she was still writing stays. */
function Nueva({ terapeutaId, own, onPublished }: NuevaProps) {
  const [opinion, change, forget] = useBorrador(`reseña ${terapeutaId}`, VACIA)
  const publishResena = usePublishResena(terapeutaId)
  const updateResena = useUpdateResena(own?.id ?? '')
  const untouched = opinion.puntuacion === 0 && opinion.comentario === ''
  if (own && untouched) return null

  const publish = async () => {
    try {
      // What she wrote on while it was being published belongs to that review.
      await (own ? updateResena : publishResena).mutateAsync(opinion)
      toasts.resenaPublished()
      if (forget(opinion)) onPublished()
    } catch (failure) {
      toasts.resenaSendFailed(failure)
    }
  }

  return (
    <div className="grid gap-3 rounded-card bg-hundido p-3.5">
      <ResenaForm opinion={opinion} onChange={change} onSend={publish} action="Publicar reseña" />
      <p className="text-sm text-tinta-suave">
        Se publica al momento y sin tu nombre. Quién la escribió no lo ve nadie, tampoco el equipo de{' '}
        {brand.name}.
      </p>
    </div>
  )
}
