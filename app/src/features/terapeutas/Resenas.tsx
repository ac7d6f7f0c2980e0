import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { StaleForm } from '../../lib/api/versionedRows.ts'
import { brand } from '../../lib/installation/brand.ts'
import { forgetSent, useBorrador, useBorradores } from '../../lib/offline/drafts.ts'
import { useUser } from '../../lib/session/session.tsx'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { ReportResena } from './ReportResena.tsx'
import { ResenaForm } from './ResenaForm.tsx'
import { type Cambio, ResenaRow } from './ResenaRow.tsx'
import { RespuestaDialog } from './RespuestaDialog.tsx'
import { type Opinion, type Resena, useChangeResena, usePublishResena, useResenas } from './resenas.ts'
import * as toasts from './toasts.ts'

/** Of a new one: what she was changing, once that is gone, is one again. */
type Nuevo = Opinion & { retirada?: true }

const VACIA: Nuevo = { puntuacion: 0, comentario: '' }

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
                terapeutaId={terapeuta.id}
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
      {query.data && <Nueva terapeutaId={terapeuta.id} resenas={query.data} onPublished={focusHeading} />}
    </section>
  )
}

type NuevaProps = { terapeutaId: string; resenas: Resena[]; onPublished: () => void }

/** One review for each member: where hers is there already, only what she was still writing stays. */
function Nueva({ terapeutaId, resenas, onPublished }: NuevaProps) {
  const own = resenas.find(({ propia }) => propia)
  const [opinion, change, forget] = useBorrador<Nuevo>(`reseña ${terapeutaId}`, VACIA)
  const publishResena = usePublishResena(terapeutaId)
  const changeResena = useChangeResena(own?.id ?? '')
  const untouched = opinion.puntuacion === 0 && opinion.comentario === ''
  const [suelta] = useBorradores<Cambio>('reseña cambiada').filter(
    ([id, { terapeuta }]) => terapeuta === terapeutaId && !resenas.some((one) => one.id === id),
  )
  const { id: userId } = useUser()

  // It was deleted elsewhere while she changed it here: her words are those of a new one.
  useEffect(() => {
    if (!suelta || own || !untouched) return
    const [id, cambio] = suelta
    change({ puntuacion: cambio.puntuacion, comentario: cambio.comentario, retirada: true })
    void forgetSent(userId, `reseña cambiada ${id}`, cambio)
  })
  if (own && untouched) return null

  const publish = async () => {
    try {
      // What she wrote on while it was being published belongs to that review.
      await (own
        ? changeResena.mutateAsync({ seen: own, next: opinion })
        : publishResena.mutateAsync(opinion))
      toasts.resenaPublished()
      if (forget(opinion)) onPublished()
    } catch (failure) {
      if (failure instanceof StaleForm) toasts.resenaStale(failure.now === null)
      else toasts.resenaSendFailed(failure)
    }
  }

  return (
    <div className="grid gap-3 rounded-card bg-hundido p-3.5">
      {opinion.retirada && !own && (
        <p role="status" className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm">
          <strong className="font-semibold">Tu reseña ya no está:</strong> se borró mientras la editabas. Lo
          que escribiste sigue aquí.
        </p>
      )}
      <ResenaForm
        opinion={opinion}
        onChange={(next) => change({ ...opinion, ...next })}
        onSend={publish}
        action="Publicar reseña"
      >
        {opinion.retirada && (
          <Button look="quiet" onClick={() => forget()}>
            Descartar
          </Button>
        )}
      </ResenaForm>
      <p className="text-sm text-tinta-suave">
        Se publica al momento y sin tu nombre. Quién la escribió no lo ve nadie, tampoco el equipo de{' '}
        {brand.name}.
      </p>
    </div>
  )
}
