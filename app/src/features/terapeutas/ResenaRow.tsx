import { useRef, useState } from 'react'
import { useSession } from '../../data/session.tsx'
import { longFecha } from '../../lib/time/fechas.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Estrellas } from './Estrellas.tsx'
import { ESCALA } from './puntuacion.ts'
import { ResenaForm } from './ResenaForm.tsx'
import { type Resena, useDeleteResena, useUpdateResena } from './resenas.ts'
import * as toasts from './toasts.ts'

type ResenaRowProps = { resena: Resena; onGone: () => void }

/** One review; its author may change it or take it back, the admin may remove it. */
export function ResenaRow({ resena, onGone }: ResenaRowProps) {
  const { puntuacion, comentario, creada_el, propia, autora } = resena
  const { isAdmin } = useSession()
  const [editing, setEditing] = useState(false)
  const words = `${puntuacion} de 5, ${ESCALA[puntuacion - 1]}`

  if (editing) return <EditResena resena={resena} onDone={() => setEditing(false)} />
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-tinta-suave">
        <Estrellas valor={puntuacion} label={words} />
        {longFecha(creada_el)}
        {propia && <Badge>Tu reseña</Badge>}
        {autora && !propia && <span>de {autora}</span>}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{comentario}</p>
      {(propia || isAdmin) && (
        <div className="-mx-3 -mb-1.5 flex flex-wrap">
          {propia && (
            <Button look="quiet" className="px-3 text-sm" onClick={() => setEditing(true)}>
              Editar mi reseña
            </Button>
          )}
          <DeleteResena resena={resena} onGone={onGone} />
        </div>
      )}
    </li>
  )
}

function EditResena({ resena, onDone }: { resena: Resena; onDone: () => void }) {
  const { id, puntuacion, comentario } = resena
  const [opinion, setOpinion] = useState({ puntuacion, comentario })
  const updateResena = useUpdateResena(id)
  const written = useRef(opinion)
  written.current = opinion

  const save = async () => {
    try {
      await updateResena.mutateAsync(opinion)
      toasts.resenaUpdated()
      // What she wrote on while it was being saved is still before her.
      if (written.current === opinion) onDone()
    } catch (failure) {
      toasts.error(failure)
    }
  }

  return (
    <li className="py-3">
      <ResenaForm opinion={opinion} onChange={setOpinion} onSend={save} action="Guardar cambios">
        <Button look="quiet" onClick={onDone}>
          Cancelar
        </Button>
      </ResenaForm>
    </li>
  )
}

function DeleteResena({ resena, onGone }: ResenaRowProps) {
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
        aria-label={own ? undefined : `Eliminar la reseña de ${resena.autora ?? 'alguien'}`}
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
