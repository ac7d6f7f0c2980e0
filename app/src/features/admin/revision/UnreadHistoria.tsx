import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha } from '../../../lib/time/fechas.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { Atencion } from './Contexto.tsx'
import { MedidaForm } from './Cosa.tsx'
import { MotivoDialog } from './MotivoDialog.tsx'
import { type Estado, type HistoriaAdmin, useDecideHistoria } from './revision.ts'

const HECHO: Record<Estado, string> = {
  pendiente: 'Historia por leer',
  publicada: 'Historia publicada',
  rechazada: 'Historia no publicada',
  oculta: 'Historia oculta',
}

type UnreadHistoriaProps = {
  historia: HistoriaAdmin
  /** Somebody decided on it, or its author changed it, while a dialog about it is open. */
  isGone: boolean
  /** A dialog about it opens or closes: until then it stays here as she read it. */
  onHold: (holds: boolean) => void
}

/** One story with everything that helps to decide on it, and the decisions that its state allows. */
export function UnreadHistoria({ historia, isGone, onHold }: UnreadHistoriaProps) {
  const { titulo, contenido, autora, recibida_el, estado, motivo } = historia
  const [open, setOpen] = useState<'motivo' | 'medida' | null>(null)
  const decision = useDecideHistoria()
  const name = `«${readable(titulo)}»`
  const no: Estado = estado === 'publicada' ? 'oculta' : 'rechazada'

  const show = (dialog: typeof open) => {
    setOpen(dialog)
    onHold(dialog !== null)
  }
  const close = () => show(null)

  const decide = async (next: Estado, reason: string | null) => {
    await decision.mutateAsync({ historia, next, motivo: reason })
    sayDone(HECHO[next])
    close()
  }
  // What she wrote as the reason stays before her, also where there is nothing left to decide.
  const sayUndecided = (failure: unknown) => sayFailed('No se pudo guardar la decisión', failure)

  return (
    <Card as="li" className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-tinta-suave">
        <Badge>{autora === null ? 'Anónima' : <bdi>Firma {readable(autora)}</bdi>}</Badge>
        Recibida el {longFecha(recibida_el)}
      </p>
      <h3 dir="auto" className="text-xl wrap-anywhere [unicode-bidi:isolate]">
        {readable(titulo)}
      </h3>
      <p
        dir="auto"
        className="max-h-[60dvh] overflow-y-auto whitespace-pre-line leading-relaxed wrap-anywhere [unicode-bidi:isolate]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in its box, also by keyboard.
        tabIndex={0}
      >
        {readable(contenido)}
      </p>
      <Atencion text={`${titulo}\n${contenido}`} />
      {motivo && (estado === 'rechazada' || estado === 'oculta') && (
        <p className="text-sm text-tinta-suave wrap-anywhere">Motivo: {readable(motivo)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {estado !== 'publicada' && (
          <Button
            busy={decision.isPending && open === null}
            aria-label={`Publicar ${name}`}
            onClick={() => void decide('publicada', null).catch(sayUndecided)}
          >
            Publicar
          </Button>
        )}
        {(estado === 'pendiente' || estado === 'publicada') && (
          <Button
            look="secondary"
            aria-label={estado === 'publicada' ? `Ocultar ${name}` : `No publicar ${name}`}
            onClick={() => show('motivo')}
          >
            {estado === 'publicada' ? 'Ocultar' : 'No publicar'}
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={`Falta o pausa para quien escribió ${name}`}
          onClick={() => show('medida')}
        >
          Falta o pausa
        </Button>
      </div>
      <Dialog open={open === 'medida'} onClose={close} title="Falta o pausa para quien la escribió">
        {open === 'medida' && (
          <MedidaForm cosa={{ clase: 'historia', id: historia.id }} velada={autora === null} onDone={close} />
        )}
      </Dialog>
      <MotivoDialog
        title={open === 'motivo' ? `${estado === 'publicada' ? '¿Ocultar' : '¿No publicar'} ${name}?` : null}
        action={estado === 'publicada' ? 'Ocultar' : 'No publicar'}
        onClose={close}
        isGone={isGone}
        id={historia.id}
        onConfirm={(reason) => decide(no, reason)}
        onFailure={sayUndecided}
      />
    </Card>
  )
}
