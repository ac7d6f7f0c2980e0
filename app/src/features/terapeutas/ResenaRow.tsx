import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { StaleForm } from '../../lib/api/versionedRows.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { useSession } from '../../lib/session/session.tsx'
import { longFecha } from '../../lib/time/fechas.ts'
import { Estrellas } from './Estrellas.tsx'
import { ESCALA } from './puntuacion.ts'
import { ResenaForm } from './ResenaForm.tsx'
import {
  type Opinion,
  type Resena,
  sayTheSame,
  useChangeResena,
  useDeleteResena,
  useDeleteRespuesta,
} from './resenas.ts'
import * as toasts from './toasts.ts'

/** What she changes of a review: what it said when she began, and of whom it is, where it is gone meanwhile. */
export type Cambio = Opinion & { base?: Opinion; terapeuta?: string }

type ResenaRowProps = {
  resena: Resena
  terapeutaId: string
  /** The therapist's. */
  nombre: string
  onReport: () => void
  onAnswer: () => void
  onGone: () => void
}

/** One review; its author may change it or take it back, others report it, the admin may remove it. */
export function ResenaRow({ resena, terapeutaId, nombre, onReport, onAnswer, onGone }: ResenaRowProps) {
  const { puntuacion, comentario, creada_el, propia } = resena
  const { has } = useSession()
  const moderates = has('moderadora')
  // What she was changing is open again after a reload.
  const [draft, write, forget] = useBorrador<Cambio | null>(`reseña cambiada ${resena.id}`, null)
  const [pressed, setPressed] = useState(false)
  const words = `${puntuacion} de 5, ${ESCALA[puntuacion - 1]}`

  if (propia && (pressed || draft)) {
    return (
      <EditResena
        resena={resena}
        opinion={
          draft ?? { puntuacion, comentario, base: { puntuacion, comentario }, terapeuta: terapeutaId }
        }
        onChange={write}
        onDone={(sent) => {
          // What she wrote on while it was being saved is still before her.
          if (forget(sent)) setPressed(false)
        }}
      />
    )
  }
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-tinta-suave">
        <Estrellas valor={puntuacion} label={words} />
        {longFecha(creada_el)}
        {propia && <Badge>Tu reseña</Badge>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{comentario}</p>
      {resena.respuesta && (
        <div className="mt-1 grid gap-0.5 rounded-card bg-hundido p-3">
          <p className="text-sm text-tinta-suave">
            <strong className="font-semibold text-tinta">Respuesta de {nombre}</strong>,{' '}
            {longFecha(resena.respuesta.respondida_el)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{resena.respuesta.texto}</p>
        </div>
      )}
      <div className="-mx-3 -mb-1.5 flex flex-wrap">
        {propia ? (
          <Button look="quiet" className="px-3 text-sm" onClick={() => setPressed(true)}>
            Editar mi reseña
          </Button>
        ) : (
          <Button
            look="quiet"
            className="px-3 text-sm"
            aria-label={`Denunciar la reseña del ${longFecha(creada_el)}`}
            onClick={onReport}
          >
            Denunciar
          </Button>
        )}
        {has('editora') && <RespuestaActions resena={resena} onAnswer={onAnswer} />}
        {(propia || moderates) && <DeleteResena resena={resena} onGone={onGone} />}
      </div>
    </li>
  )
}

type EditProps = {
  /** As it is now. */
  resena: Resena
  opinion: Cambio
  onChange: (opinion: Cambio) => void
  /** @param sent what was saved; without it she throws her change away */
  onDone: (sent?: Cambio) => void
}

function EditResena({ resena, opinion, onChange, onDone }: EditProps) {
  const changeResena = useChangeResena(resena.id)
  const [sent, setSent] = useState<Opinion | null>(null)
  const elsewhere =
    opinion.base !== undefined &&
    [opinion.base, opinion, sent].every((known) => known === null || !sayTheSame(resena, known))

  const save = async () => {
    try {
      // Pressed beside the notice that it changed, the words here are the ones that she wants.
      await changeResena.mutateAsync({ seen: resena, next: opinion })
      setSent(opinion)
      toasts.resenaUpdated()
      onDone(opinion)
    } catch (failure) {
      if (failure instanceof StaleForm) toasts.resenaStale(failure.now === null)
      else toasts.error(failure)
    }
  }

  return (
    <li className="grid gap-3 py-3">
      {elsewhere && (
        <div
          role="alert"
          className="grid gap-1.5 rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm"
        >
          <p>
            <strong className="font-semibold">Tu reseña cambió mientras escribías.</strong> Si guardas, queda
            lo que escribiste aquí. Ahora dice:
          </p>
          <p className="whitespace-pre-line wrap-anywhere">
            {resena.puntuacion} de 5. {resena.comentario}
          </p>
        </div>
      )}
      <ResenaForm
        opinion={opinion}
        onChange={(next) => onChange({ ...opinion, ...next })}
        onSend={save}
        action="Guardar cambios"
      >
        <Button look="quiet" onClick={() => onDone()}>
          Cancelar
        </Button>
      </ResenaForm>
    </li>
  )
}

/** The therapist's right of reply, by the hand of the team. */
function RespuestaActions({ resena, onAnswer }: Pick<ResenaRowProps, 'resena' | 'onAnswer'>) {
  const deleteRespuesta = useDeleteRespuesta()
  const fecha = longFecha(resena.creada_el)
  const remove = () =>
    resena.respuesta &&
    deleteRespuesta.mutate(
      { id: resena.id, version: resena.respuesta.version },
      { onSuccess: toasts.respuestaDeleted, onError: toasts.error },
    )
  return (
    <>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-label={
          resena.respuesta
            ? `Editar la respuesta a la reseña del ${fecha}`
            : `Responder la reseña del ${fecha}`
        }
        onClick={onAnswer}
      >
        {resena.respuesta ? 'Editar respuesta' : 'Responder en su nombre'}
      </Button>
      {resena.respuesta && (
        <Button
          look="quiet"
          className="px-3 text-sm"
          aria-label={`Retirar la respuesta a la reseña del ${fecha}`}
          busy={deleteRespuesta.isPending}
          onClick={remove}
        >
          Retirar respuesta
        </Button>
      )}
    </>
  )
}

function DeleteResena({ resena, onGone }: Pick<ResenaRowProps, 'resena' | 'onGone'>) {
  const [asking, setAsking] = useState(false)
  const deleteResena = useDeleteResena()
  const own = resena.propia

  const remove = async () => {
    try {
      await deleteResena.mutateAsync(resena.id)
      toasts.resenaDeleted()
      onGone()
    } catch (failure) {
      toasts.error(failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-label={own ? undefined : `Eliminar la reseña del ${longFecha(resena.creada_el)}`}
        onClick={() => setAsking(true)}
      >
        {own ? 'Eliminar mi reseña' : 'Eliminar'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={own ? '¿Eliminar tu reseña?' : '¿Eliminar esta reseña?'}
        description="Se borra para siempre, y el promedio se calcula sin ella."
        action="Eliminar"
        busy={deleteResena.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
