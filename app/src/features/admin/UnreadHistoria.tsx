import { useState } from 'react'
import { toServiceError } from '../../data/errors.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Atencion } from './Contexto.tsx'
import { MedidaForm } from './Cosa.tsx'
import { MotivoDialog } from './MotivoDialog.tsx'
import { type Estado, type HistoriaAdmin, useDecideHistoria, YA_NO } from './revision.ts'
import { sayDone, sayFailed } from './toasts.ts'

const HECHO: Record<Estado, string> = {
  pendiente: 'Historia por leer',
  publicada: 'Historia publicada',
  rechazada: 'Historia no publicada',
  oculta: 'Historia oculta',
}

/** One story with everything that helps to decide on it, and the decisions that its state allows. */
export function UnreadHistoria({ historia, onDecided }: { historia: HistoriaAdmin; onDecided: () => void }) {
  const { titulo, contenido, autora, recibida_el, estado, motivo } = historia
  const [asking, setAsking] = useState(false)
  const [measuring, setMeasuring] = useState(false)
  const decision = useDecideHistoria()
  const name = `«${readable(titulo)}»`
  const no: Estado = estado === 'publicada' ? 'oculta' : 'rechazada'

  const decide = async (next: Estado, reason: string | null) => {
    await decision.mutateAsync({ historia, next, motivo: reason })
    sayDone(HECHO[next])
    setAsking(false)
    onDecided()
  }
  const sayUndecided = (failure: unknown) => {
    // What she wrote as the reason stays before her, unless there is nothing left to decide.
    if (toServiceError(failure).code === YA_NO) setAsking(false)
    sayFailed('No se pudo guardar la decisión', failure)
  }

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
            busy={decision.isPending && !asking}
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
            onClick={() => setAsking(true)}
          >
            {estado === 'publicada' ? 'Ocultar' : 'No publicar'}
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={`Falta o pausa para quien escribió ${name}`}
          onClick={() => setMeasuring(true)}
        >
          Falta o pausa
        </Button>
      </div>
      <Dialog
        open={measuring}
        onClose={() => setMeasuring(false)}
        title="Falta o pausa para quien la escribió"
      >
        {measuring && (
          <MedidaForm
            cosa={{ clase: 'historia', id: historia.id }}
            velada={autora === null}
            onDone={() => setMeasuring(false)}
          />
        )}
      </Dialog>
      <MotivoDialog
        title={asking ? `${estado === 'publicada' ? '¿Ocultar' : '¿No publicar'} ${name}?` : null}
        action={estado === 'publicada' ? 'Ocultar' : 'No publicar'}
        onClose={() => setAsking(false)}
        id={historia.id}
        onConfirm={(reason) => decide(no, reason)}
        onFailure={sayUndecided}
      />
    </Card>
  )
}
