import { useRef, useState } from 'react'
import { useBorrador } from '../../data/borrador.ts'
import { readable } from '../../lib/text/readable.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HistoriaForm } from './HistoriaForm.tsx'
import { type MiHistoria, useOwnHistorias, useUpdateHistoria, useWithdrawHistoria } from './historias.ts'
import * as toasts from './toasts.ts'

/** Her own stories and what became of each. Nothing is shown where she has none. */
export function MisHistorias() {
  const { data, error, refetch, isFetching } = useOwnHistorias()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data?.length && !error) return null
  return (
    <section aria-labelledby="mias-titulo" className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} id="mias-titulo" className="text-2xl">
        Tus historias
      </h2>
      {data ? (
        <Card as="section" flush>
          <ul>
            {data.map((historia) => (
              <Fila key={historia.id} historia={historia} onGone={() => heading.current?.focus()} />
            ))}
          </ul>
        </Card>
      ) : (
        <p className="flex flex-wrap items-center gap-2">
          No se pudieron cargar tus historias.
          <Button look="quiet" data-reintenta busy={isFetching} onClick={() => void refetch()}>
            Reintentar
          </Button>
        </p>
      )}
    </section>
  )
}

function Estado({ estado, motivo }: Pick<MiHistoria, 'estado' | 'motivo'>) {
  if (estado === 'pendiente') return <Badge tone="maiz">En revisión</Badge>
  if (estado === 'publicada') return <Badge tone="salvia">Publicada</Badge>
  return (
    <p className="rounded-control bg-bugambilia-suave px-3 py-2 text-bugambilia-texto text-sm wrap-anywhere">
      <strong className="font-semibold">No publicada:</strong> {readable(motivo ?? '')}
    </p>
  )
}

type FilaProps = { historia: MiHistoria; onGone: () => void }

function Fila({ historia, onGone }: FilaProps) {
  const { titulo, estado, motivo, anonima } = historia
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const editLabel = estado === 'rechazada' || estado === 'oculta' ? 'Editar y enviar de nuevo' : 'Editar'
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => edit.current?.focus())
  }

  return (
    <li className="grid gap-2 border-linea p-2.5 not-last:border-b">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 font-sans font-semibold text-base wrap-anywhere">
          {readable(titulo)}
        </h3>
        <span className="text-sm text-tinta-suave">{anonima ? 'Anónima' : 'Con tu nombre'}</span>
      </div>
      <div className="justify-self-start">
        <Estado estado={estado} motivo={motivo} />
      </div>
      {editing ? (
        <EditHistoria historia={historia} onDone={close} />
      ) : (
        <div className="-mx-3 -mb-1.5 flex flex-wrap">
          <Button
            ref={edit}
            look="quiet"
            className="px-3 text-sm"
            aria-label={`${editLabel} «${readable(titulo)}»`}
            onClick={() => setEditing(true)}
          >
            {editLabel}
          </Button>
          <WithdrawHistoria historia={historia} onGone={onGone} />
        </div>
      )}
    </li>
  )
}

function EditHistoria({ historia, onDone }: { historia: MiHistoria; onDone: () => void }) {
  const { id, titulo, contenido, anonima, estado } = historia
  const [draft, change, forget] = useBorrador(`historia ${id}`, { titulo, contenido, anonima })
  const updateHistoria = useUpdateHistoria()

  const send = async () => {
    try {
      await updateHistoria.mutateAsync({ id, ...draft })
      if (forget(draft)) {
        toasts.historiaSent()
        onDone()
      } else toasts.sentWithoutLast()
    } catch (failure) {
      toasts.sendFailed(failure)
    }
  }

  return (
    <div className="grid gap-3">
      {estado === 'publicada' && (
        <p className="text-sm text-tinta-suave">
          Mientras el equipo lee los cambios, dejará de verse en el blog.
        </p>
      )}
      <HistoriaForm draft={draft} onChange={change} onSend={send} busy={updateHistoria.isPending}>
        <Button
          look="quiet"
          onClick={() => {
            forget()
            onDone()
          }}
        >
          Cancelar
        </Button>
      </HistoriaForm>
    </div>
  )
}

function WithdrawHistoria({ historia, onGone }: FilaProps) {
  const [asking, setAsking] = useState(false)
  const withdrawHistoria = useWithdrawHistoria()

  const remove = async () => {
    try {
      await withdrawHistoria.mutateAsync(historia.id)
      toasts.historiaWithdrawn()
      onGone()
    } catch (failure) {
      toasts.withdrawFailed(failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-label={`Retirar «${readable(historia.titulo)}»`}
        onClick={() => setAsking(true)}
      >
        Retirar
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Retirar tu historia?"
        description="Se borra para siempre, también del blog si ya está publicada."
        action="Retirar"
        busy={withdrawHistoria.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
