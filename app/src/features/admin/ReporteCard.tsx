import { useState } from 'react'
import { useFormDraft } from '../../data/borrador.ts'
import { useMeasure } from '../../data/medidas.ts'
import { useSession } from '../../data/session.tsx'
import { ALCANCES, type Medida, tellEnd } from '../../lib/revision/medidas.ts'
import { MOTIVOS } from '../../lib/revision/motivos.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SuspensionForm, suspensionVacia } from '../../ui/SuspensionForm.tsx'
import { type ReporteSala, useDismissReporte, useWithdrawMensaje } from './revision.ts'
import { sayDone, sayFailed } from './toasts.ts'

const moment = (iso: string) => `${longFecha(new Date(iso))}, ${shortHora(new Date(iso))}`

/** One reported message (or member of a call), and what can be done about it. */
export function ReporteCard({ reporte, onDecided }: { reporte: ReporteSala; onDecided: () => void }) {
  const { mensaje_id, autora_id, sala, escrito_en, desde, reportes, motivos } = reporte
  const [pausing, setPausing] = useState(false)
  const withdrawMensaje = useWithdrawMensaje()
  const dismissReporte = useDismissReporte()
  const name = readable(reporte.autora ?? '') || 'Anónimo'

  const settle = async (work: Promise<unknown>, done: string, failed: string) => {
    try {
      await work
      sayDone(done)
      onDecided()
    } catch (failure) {
      sayFailed(failed, failure)
    }
  }

  return (
    <Card as="li" className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        {motivos.map((motivo) => (
          <Badge key={motivo} tone={motivo === 'peligro' ? 'alerta' : 'bugambilia'}>
            {MOTIVOS[motivo]}
          </Badge>
        ))}
        {reportes > 1 && <span className="text-sm text-tinta-suave">{reportes} denuncias</span>}
      </p>
      <h3 className="font-sans font-semibold text-base wrap-anywhere">
        <bdi>{name}</bdi>
        <span className="font-normal text-tinta-suave">
          {mensaje_id ? ` en ${readable(sala ?? '') || 'una sala que ya no existe'}` : ' en una llamada'},{' '}
          {moment(escrito_en ?? desde)}
        </span>
      </h3>
      <Contado reporte={reporte} />
      <div className="flex flex-wrap gap-2">
        {mensaje_id && reporte.sigue && (
          <Button
            busy={withdrawMensaje.isPending}
            onClick={() =>
              void settle(
                withdrawMensaje.mutateAsync(mensaje_id),
                'Mensaje retirado',
                'No se pudo retirar el mensaje',
              )
            }
          >
            Retirar mensaje
          </Button>
        )}
        {autora_id && (
          <Button look="secondary" onClick={() => setPausing(true)}>
            Pausar a {name}
          </Button>
        )}
        <Button
          look="quiet"
          busy={dismissReporte.isPending}
          onClick={() =>
            void settle(
              dismissReporte.mutateAsync(reporte),
              'Denuncia cerrada',
              'No se pudo cerrar la denuncia',
            )
          }
        >
          {mensaje_id && reporte.sigue ? 'Dejar el mensaje' : 'Cerrar denuncia'}
        </Button>
      </div>
      <Dialog open={pausing} onClose={() => setPausing(false)} title={`Pausar a ${name}`}>
        {autora_id && pausing && (
          <PausaForm autora_id={autora_id} name={name} onDone={() => setPausing(false)} />
        )}
      </Dialog>
    </Card>
  )
}

function PausaForm(props: { autora_id: string; name: string; onDone: () => void }) {
  const { autora_id, name, onDone } = props
  const measure = useMeasure()
  const { has } = useSession()
  const draft = useFormDraft(`pausa ${autora_id}`, suspensionVacia)
  const suspendAutora = async (medida: Medida) => {
    await measure.mutateAsync({ user_id: autora_id, ...medida })
    onDone()
    sayDone(ALCANCES[medida.alcance].accion === 'Pausar' ? `Pausaste a ${name}` : 'Decisión guardada')
  }
  return (
    <SuspensionForm
      draft={draft}
      expels={has('administradora')}
      onSuspend={suspendAutora}
      onFailure={(failure) => sayFailed('No se pudo guardar la pausa', failure)}
    />
  )
}

/** What was written, what those who reported it tell, and what became of it since. */
function Contado({ reporte }: { reporte: ReporteSala }) {
  const { mensaje_id, contenido, detalles, sigue, suspendida_hasta } = reporte
  return (
    <>
      {contenido !== null && (
        <blockquote
          dir="auto"
          className="rounded-card rounded-bl-md border border-linea bg-crema px-3.5 py-2 whitespace-pre-line wrap-anywhere [unicode-bidi:isolate]"
        >
          {readable(contenido)}
        </blockquote>
      )}
      {detalles.map((detalle, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what two of them wrote may be the same.
        <p key={index} className="text-sm text-tinta-suave wrap-anywhere">
          Cuentan: {readable(detalle)}
        </p>
      ))}
      {mensaje_id && !sigue && <p className="text-sm">El mensaje ya no está en la sala.</p>}
      {suspendida_hasta && <p className="text-sm">En pausa {tellEnd(suspendida_hasta)}.</p>}
    </>
  )
}
