import { History, MessageSquareText, PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { longFecha } from '../../../lib/time/fechas.ts'
import { CallButton } from '../AsociacionCard.tsx'
import { type Asociacion, useUpdateAsociacion } from '../asociaciones.ts'
import { whereText } from '../lugares.ts'
import * as toasts from '../toasts.ts'
import { type PendingLlamada, type Resultado, useNoteLlamada } from './llamadas.ts'

/** Days without an answer after which the entry had better not be shown. */
const BASTA = 3

/** What opens at the foot of a phone's screen is otherwise beyond its edge. */
const bringUp = (opened: HTMLElement | null) => opened?.scrollIntoView({ block: 'nearest' })

type LlamadaProps = {
  asociacion: Asociacion
  pending: PendingLlamada
  onEdit: () => void
  onHistoria: () => void
}

/** One entry to call: why, the call, and what it said in two taps. */
export function Llamada({ asociacion, pending, onEdit, onHistoria }: LlamadaProps) {
  const { nombre, telefono, visible, pais } = asociacion
  const [called, setCalled] = useState(false)
  const note = useNoteLlamada()

  const say = async (resultado: Resultado) => {
    try {
      // By its promise, since callbacks of `mutate` are not called once this line has gone from the list.
      await note.mutateAsync({ asociacion, resultado })
      setCalled(false)
      toasts.llamadaNoted(resultado)
      if (resultado === 'cambio') onEdit()
    } catch (failure) {
      toasts.llamadaFailed(failure)
    }
  }

  return (
    <li className="grid grid-cols-1 gap-2.5 border-linea p-3.5 not-last:border-b wrap-anywhere md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-sans font-semibold text-base">
            {nombre} {!visible && <span className="text-alerta-texto">(OCULTO)</span>}
          </h3>
          <p className="text-sm text-tinta-suave">
            {[whereText(asociacion), pais].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Porque asociacion={asociacion} pending={pending} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CallButton nombre={nombre} telefono={telefono ?? ''} />
        <Button
          look={called ? 'quiet' : 'primary'}
          className="px-4"
          aria-expanded={called}
          aria-label={`Llamé hoy a ${nombre}`}
          icon={<PhoneCall aria-hidden="true" className="size-4.5 shrink-0" />}
          onClick={() => setCalled(!called)}
        >
          Llamé hoy
        </Button>
        <Button
          look="quiet"
          className="px-3 text-sm"
          aria-label={`Historia de ${nombre}`}
          icon={<History aria-hidden="true" className="size-4.5 shrink-0" />}
          onClick={onHistoria}
        >
          Historia
        </Button>
      </div>
      {called && (
        <fieldset
          ref={bringUp}
          className="grid scroll-my-4 animate-aparece gap-2 rounded-card bg-hundido p-3"
        >
          <legend className="sr-only">Qué pasó al llamar a {nombre}</legend>
          <div className="grid gap-2 sm:grid-cols-3">
            <Button busy={note.isPending} onClick={() => say('sigue_igual')}>
              Sigue igual
            </Button>
            <Button look="secondary" busy={note.isPending} onClick={() => say('cambio')}>
              Cambió
            </Button>
            <Button look="secondary" busy={note.isPending} onClick={() => say('no_contesta')}>
              No contesta
            </Button>
          </div>
        </fieldset>
      )}
      {visible && pending.sin_respuesta >= BASTA && <HideOne asociacion={asociacion} />}
    </li>
  )
}

/** Why it waits for a call. */
function Porque({ asociacion: { verificada_el }, pending }: Pick<LlamadaProps, 'asociacion' | 'pending'>) {
  const { avisos, sugerencias, sin_respuesta, llamada_en } = pending
  return (
    <p className="flex flex-wrap gap-1.5">
      {avisos > 0 && <Badge tone="alerta">{avisos === 1 ? '1 aviso' : `${avisos} avisos`}</Badge>}
      {sugerencias > 0 && (
        <Badge>
          <MessageSquareText aria-hidden="true" className="size-3.5" />
          {sugerencias === 1 ? '1 sugerencia' : `${sugerencias} sugerencias`}
        </Badge>
      )}
      {sin_respuesta > 0 && (
        <Badge tone="maiz">
          {sin_respuesta === 1 ? '1 día sin respuesta' : `${sin_respuesta} días sin respuesta`}
        </Badge>
      )}
      <span className="self-center text-sm text-tinta-suave">
        {verificada_el ? `Verificado el ${longFecha(verificada_el)}` : 'Sin verificar'}
        {llamada_en && `; última llamada el ${longFecha(new Date(llamada_en))}`}
      </span>
    </p>
  )
}

function HideOne({ asociacion }: { asociacion: Asociacion }) {
  const update = useUpdateAsociacion()
  const hide = async () => {
    try {
      await update.mutateAsync({ asociacion, change: { visible: false } })
      toasts.asociacionUpdated()
    } catch (failure) {
      toasts.saveFailed(failure)
    }
  }
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-card bg-maiz-suave px-3 py-1.5 text-maiz-texto text-sm">
      <span>Nadie contestó en tres días distintos: mejor que ninguna la encuentre.</span>
      <Button
        look="quiet"
        className="px-3"
        busy={update.isPending}
        aria-label={`Ocultar ${asociacion.nombre}`}
        onClick={hide}
      >
        Ocultar
      </Button>
    </p>
  )
}
