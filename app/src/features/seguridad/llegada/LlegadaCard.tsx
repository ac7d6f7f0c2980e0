import { BellRing, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { messageOf, toServiceError } from '../../../lib/api/errors.ts'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { shortHora } from '../../../lib/time/fechas.ts'
import { ActionCard } from '../ActionCard.tsx'
import { LlegadaForm } from '../alAbrir.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { usePinGate } from '../pin/usePinGate.tsx'
import { describeLlegada, namesOf, useAlcanzables } from './alcanzables.ts'
import { remaining, untilClock } from './cuando.ts'
import { type Llegada, useAnswerLlegada, useLlegadas, useProlongLlegada } from './llegadas.ts'
import { Reloj } from './Reloj.tsx'
import { endLlegada, type Motivo, useTerminos } from './terminos.ts'
import * as toasts from './toasts.ts'
import { useNow } from './useNow.ts'

/** «¿Llegaste?»: a timer of the service, which needs neither her phone nor her network once it is active. */
export function LlegadaCard({ contactos }: { contactos: Contacto[] | undefined }) {
  const [open, setOpen] = useState(false)
  const { data: llegadas } = useLlegadas({ live: true })
  const alcanzables = useAlcanzables()

  return (
    <ActionCard
      title="¿Llegaste?"
      description={describeLlegada(namesOf(contactos ?? [], alcanzables))}
      drawing={<Reloj />}
      action={
        <Button
          look="secondary"
          className="px-3 text-[0.9375rem]"
          aria-label="Pregúntame si llegué"
          onClick={() => setOpen(true)}
        >
          Pregúntame
        </Button>
      }
    >
      {llegadas && llegadas.length > 0 && (
        <ul className="grid gap-3">
          {llegadas.map((llegada) => (
            <li key={llegada.id}>
              {llegada.estado === 'activa' ? <Activa llegada={llegada} /> : <Disparada llegada={llegada} />}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="¿Llegaste?"
        description={describeLlegada(namesOf(contactos ?? [], alcanzables))}
      >
        {open && (
          <LlegadaForm
            contactos={contactos ?? []}
            alcanzables={alcanzables}
            onStarted={() => setOpen(false)}
          />
        )}
      </Dialog>
    </ActionCard>
  )
}

const OFFLINE = 'Sin internet.'

/** One that runs: until when, how long that is, and her word. */
function Activa({ llegada }: { llegada: Llegada }) {
  const { id: userId } = useUser()
  const terminando = useTerminos().has(llegada.id)
  const prolong = useProlongLlegada()
  const answer = useAnswerLlegada()
  const { guard, dialog } = usePinGate()
  const vence = new Date(llegada.vence_en)
  const repeated = llegada.cada_h !== null

  const unchanged = (failure: unknown) =>
    toasts.llegadaUnchanged(toServiceError(failure).isOffline ? OFFLINE : messageOf(failure))
  const end = (motivo: Motivo, porPin?: PorPin) =>
    endLlegada(userId, llegada, motivo, porPin).then(
      (ended) => (ended ? toasts.llegadaEnded() : toasts.llegadaTooLate()),
      // It stays on its way, which the card says.
      () => {},
    )
  const giveTime = (porPin?: PorPin) =>
    // By its promise, since callbacks of `mutate` are not called once this card has gone with its timer.
    prolong
      .mutateAsync({ llegada, porPin })
      .then(
        (nueva) => (nueva ? toasts.llegadaProlonged(new Date(nueva)) : toasts.llegadaTooLate()),
        unchanged,
      )
  const say = (porPin?: PorPin) =>
    answer
      .mutateAsync({ llegada, porPin })
      .then((nueva) => toasts.llegadaAnswered(nueva ? new Date(nueva) : null), unchanged)

  return (
    <div className="grid gap-3 rounded-card bg-salvia-suave p-4">
      <div className="grid gap-0.5">
        <p className="flex items-center gap-2 font-semibold text-salvia-texto">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          Activo {untilClock(vence, new Date())}
        </p>
        {llegada.destino && <p className="text-[0.9375rem]">{llegada.destino}</p>}
        <Countdown vence={vence} />
      </div>
      {terminando ? (
        <p role="status" className="text-[0.9375rem]">
          Tu respuesta sale en cuanto haya internet. Hasta entonces sigue activo.
        </p>
      ) : (
        <div className="grid gap-2">
          {repeated ? (
            <Button size="lg" wide busy={answer.isPending} onClick={() => guard('¿Todo bien?', say)}>
              Todo bien
            </Button>
          ) : (
            <Button size="lg" wide onClick={() => guard('Ya llegué', (porPin) => void end('llego', porPin))}>
              Ya llegué
            </Button>
          )}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
            <Button
              look="secondary"
              busy={prolong.isPending}
              onClick={() => guard('15 minutos más', giveTime)}
            >
              15 minutos más
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                guard(repeated ? 'Ya no preguntes' : 'Ya no voy', (porPin) => void end('cancelada', porPin))
              }
            >
              {repeated ? 'Ya no preguntes' : 'Ya no voy'}
            </Button>
          </div>
        </div>
      )}
      {dialog}
    </div>
  )
}

function Countdown({ vence }: { vence: Date }) {
  const now = useNow()
  return (
    <p role="timer" className="font-serif text-2xl tabular-nums">
      {remaining(vence.getTime() - now)}
    </p>
  )
}

/** Its time came without her word: what contacts were told, her alert shows. */
function Disparada({ llegada }: { llegada: Llegada }) {
  return (
    <p className="flex items-start gap-2 rounded-card bg-maiz-suave p-4 text-[0.9375rem] text-maiz-texto">
      <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">
        {llegada.destino ? `${llegada.destino}: a` : 'A'} las{' '}
        {shortHora(new Date(llegada.terminada_en ?? llegada.vence_en))} no supimos de ti y se abrió tu alerta.
      </span>
    </p>
  )
}
