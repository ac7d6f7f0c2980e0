import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { cx } from '../../../components/cx.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { SuspensionForm, suspensionVacia } from '../../../components/moderation/SuspensionForm.tsx'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import type { Medida } from '../../../lib/revision/medidas.ts'
import { MOTIVOS, type Motivo } from '../../../lib/revision/motivos.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { Contexto } from './Contexto.tsx'
import { CLASES, OPCIONES, tellAge } from './clases.ts'
import { type Espera, isVelada, nameOf, useMeasureAutora } from './cola.ts'
import { DecisionForm } from './DecisionForm.tsx'
import type { ReviewDesk } from './useReviewDesk.ts'

type CosaProps = { cosa: Espera; place: number; desk: ReviewDesk }

/** One thing that waits: without its words until she takes it, then with them and with what may be decided. */
export function Cosa({ cosa, place, desk }: CosaProps) {
  const { clase, desde, urgente, motivos, cuantas } = cosa
  const isHere = desk.at === place
  const enMano = desk.enMano?.name === nameOf(cosa) ? desk.enMano : null
  const reasons = clase === 'apelacion' ? [] : motivos.map((motivo) => MOTIVOS[motivo as Motivo])
  return (
    <li
      id={`cosa-${cosa.id}`}
      aria-current={isHere || undefined}
      // Who goes by Tab, or touches it, points at it too.
      onFocus={() => desk.look(place)}
      className={cx(
        'grid gap-3 rounded-card border-2 p-3',
        isHere ? 'border-jacaranda-viva' : 'border-transparent',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="grid min-w-0 gap-1 wrap-anywhere">
          <span className="flex flex-wrap items-center gap-2">
            {urgente && <Badge tone="alerta">Urgente</Badge>}
            <span className="font-semibold">{CLASES[clase]}</span>
          </span>
          <span className="text-sm text-tinta-suave">
            {[...reasons, cuantas > 1 && `${cuantas} denuncias`, `Espera desde ${tellAge(clase, desde)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <Estado cosa={cosa} place={place} desk={desk} isOpen={enMano !== null && !enMano.vieja} />
      </div>
      {!enMano && <Velo />}
      {enMano && <Contexto clase={clase} leido={enMano.leido} />}
      {enMano && !enMano.vieja && <Opciones cosa={cosa} desk={desk} />}
    </li>
  )
}

/** Nothing of it has arrived: there is nothing behind it. */
const Velo = () => (
  <div aria-hidden="true" className="grid gap-1.5 opacity-60 blur-[3px]">
    <div className="h-3 w-11/12 rounded-full bg-hundido" />
    <div className="h-3 w-2/3 rounded-full bg-hundido" />
  </div>
)

function Estado({ cosa, place, desk, isOpen }: CosaProps & { isOpen: boolean }) {
  const label = `${desk.enMano?.name === nameOf(cosa) ? 'Leer otra vez' : 'Tomar y leer'}`
  if (isOpen)
    return (
      <Button look="quiet" className="-mx-2 px-2" data-lugar={place} onClick={() => desk.giveBack(cosa)}>
        Soltar
      </Button>
    )
  if (!cosa.puede || cosa.tomada === 'otra')
    return (
      <span data-lugar={place} tabIndex={-1} className="text-sm">
        {cosa.puede ? 'Lo tiene otra persona del equipo' : 'Lo decide otra persona del equipo'}
      </span>
    )
  return (
    <Button
      look="secondary"
      data-lugar={place}
      aria-label={`${label}: ${CLASES[cosa.clase]}, ${tellAge(cosa.clase, cosa.desde)}`}
      onClick={() => void desk.take(cosa)}
    >
      {label}
    </Button>
  )
}

function Opciones({ cosa, desk }: { cosa: Espera; desk: ReviewDesk }) {
  const { leido } = desk.enMano!
  const [measuring, setMeasuring] = useState(false)
  if (desk.opcion)
    return (
      <DecisionForm
        key={desk.opcion.que}
        cosa={cosa}
        leido={leido}
        opcion={desk.opcion}
        onDecide={(palabras) => desk.decide(cosa, desk.opcion!, palabras)}
        onCancel={desk.cancel}
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {OPCIONES[cosa.clase].map((opcion) => (
        <Button key={opcion.que} look={opcion.look} busy={desk.busy} onClick={() => desk.choose(opcion)}>
          {opcion.nombre}
        </Button>
      ))}
      {cosa.clase !== 'apelacion' && (
        <Button look="quiet" onClick={() => setMeasuring(true)}>
          Falta o pausa
        </Button>
      )}
      {cosa.clase !== 'apelacion' && (
        <span className="text-sm text-tinta-suave">Tuyo hasta las {shortHora(new Date(leido.hasta))}</span>
      )}
      <Dialog
        open={measuring}
        onClose={() => setMeasuring(false)}
        title="Falta o pausa para quien lo escribió"
      >
        {measuring && (
          <MedidaForm cosa={cosa} velada={isVelada(cosa, leido)} onDone={() => setMeasuring(false)} />
        )}
      </Dialog>
    </div>
  )
}

type MedidaFormProps = { cosa: Pick<Espera, 'clase' | 'id'>; velada: boolean; onDone: () => void }

/** A strike or a pause for its author, whose name is told neither before nor after. */
export function MedidaForm({ cosa, velada, onDone }: MedidaFormProps) {
  const measure = useMeasureAutora()
  const draft = useFormDraft(`medida ${nameOf(cosa)}`, suspensionVacia)
  const decide = async (medida: Medida) => {
    await measure.mutateAsync({ clase: cosa.clase, id: cosa.id, ...medida })
    onDone()
    sayDone('Decisión guardada')
  }
  return (
    <SuspensionForm
      draft={draft}
      expels={false}
      velada={velada}
      onSuspend={decide}
      onFailure={(failure) => sayFailed('No se pudo guardar la decisión', failure)}
    />
  )
}
