import { Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { type Cambio, cancelCambio, seeCambio, useCambios, useVistos } from '../../lib/member/cambios.ts'
import { useUser } from '../../lib/session/session.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'

const QUE: Record<string, string> = {
  baja: 'Tu cuenta se eliminará',
  factor: 'La verificación en dos pasos se activará',
  correo: 'El correo de tu cuenta cambiará',
  telefono: 'El teléfono de tu cuenta cambiará',
}

/** Shown on every screen of all her devices: pending changes of her account, and how to cancel them; and a code that was made, or the installation's copy that was removed, elsewhere. */
export function Cambios() {
  const { data = [] } = useCambios()
  const vistos = useVistos()
  const cambios = data.filter(
    ({ tipo, pedido_en }) =>
      !/^(codigo|copia_quitada|devolucion)/.test(tipo) ||
      (vistos !== undefined && pedido_en !== vistos[tipo.replace('_lista', '')]),
  )
  if (cambios.length === 0) return null
  return (
    <section aria-label="Cambios pendientes de tu cuenta" className="grid gap-2 px-4 pt-3 md:ml-64 md:px-8">
      {cambios.map((cambio) =>
        cambio.tipo === 'codigo' ? (
          <Hecho key={cambio.tipo} cambio={cambio} que="Se hizo un código nuevo en tu cuenta">
            Si no fuiste tú, <AlCofre>cambia tu llave</AlCofre>.
          </Hecho>
        ) : cambio.tipo === 'copia_quitada' ? (
          <Hecho key={cambio.tipo} cambio={cambio} que="El equipo ya no tiene una copia de tu llave">
            Si no fuiste tú, cambia tu contraseña y <AlCofre>vuelve a dejarla</AlCofre>.
          </Hecho>
        ) : cambio.tipo.startsWith('devolucion') ? (
          <Devolucion key={cambio.tipo} />
        ) : (
          <Pendiente key={cambio.tipo} cambio={cambio} />
        ),
      )}
    </section>
  )
}

const AlCofre = ({ children }: { children: string }) => (
  <Link to="/cofre" className="inline-block py-1 font-semibold underline underline-offset-4">
    {children}
  </Link>
)

type HechoProps = { cambio: Cambio; que: string; children: ReactNode }

/** What was done and waits for nothing. */
function Hecho({ cambio, que, children }: HechoProps) {
  const { id } = useUser()
  const cuando = new Date(cambio.pedido_en)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-maiz-suave px-4 py-3 text-maiz-texto">
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-3 text-[0.9375rem]">
        <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="font-semibold">{que}</strong> {cambio.tipo === 'codigo' ? 'el' : 'desde el'}{' '}
          {longFecha(cuando)} a las {shortHora(cuando)}. {children}
        </span>
      </p>
      <Button look="secondary" onClick={() => void seeCambio(id, cambio).catch(() => {})}>
        Fui yo
      </Button>
    </div>
  )
}

/** Somebody has asked the installation for the key of her vault: she, or not. */
function Devolucion() {
  return (
    <Aviso accion="Detener" onAccion={() => cancelCambio('devolucion')}>
      <strong className="font-semibold">Alguien pidió la llave de tu cuenta.</strong> Si no fuiste tú,
      detenlo.
    </Aviso>
  )
}

function Pendiente({ cambio: { tipo, efectivo_en } }: { cambio: Cambio }) {
  const cuando = new Date(efectivo_en)
  return (
    <Aviso accion="Cancelar" onAccion={() => cancelCambio(tipo)}>
      <strong className="font-semibold">{QUE[tipo] ?? 'Tu cuenta cambiará'}</strong> el {longFecha(cuando)} a
      las {shortHora(cuando)}. Si no fuiste tú, cancélalo.
    </Aviso>
  )
}

type AvisoProps = { accion: 'Cancelar' | 'Detener'; onAccion: () => Promise<void>; children: ReactNode }

function Aviso({ accion, onAccion, children }: AvisoProps) {
  const [busy, setBusy] = useState(false)

  const cancel = async () => {
    setBusy(true)
    try {
      await onAccion()
      toast({ title: 'Cancelado', description: 'Todo queda como estaba.' })
    } catch (failure) {
      toast({ title: 'No se pudo cancelar', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-maiz-suave px-4 py-3 text-maiz-texto">
      <p className="flex min-w-0 flex-1 basis-56 items-start gap-3 text-[0.9375rem]">
        <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>{children}</span>
      </p>
      <Button look="secondary" busy={busy} onClick={() => void cancel()}>
        {accion}
      </Button>
    </div>
  )
}
