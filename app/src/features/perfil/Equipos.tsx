import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { type Equipo, useCloseEquipo, useEquipos } from './acceso.ts'
import { closedEquipoToast } from './closedEquipoToast.ts'
import { nombresOfNavegador } from './navegador.ts'
import { describeLoss, findSoloAqui } from './soloAqui.ts'

const FALLO = 'Error al cerrar sesión'

/** Where her account is open, device by device, and how to close one or all of them. */
export function Equipos() {
  const query = useEquipos()
  const { signOut } = useSession()
  const { id } = useUser()
  const closeEquipo = useCloseEquipo()
  const [asking, setAsking] = useState<Equipo | 'todos' | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [here, setHere] = useState('')
  const one = asking !== 'todos' ? asking : null

  const leave = async () => {
    setLeaving(true)
    try {
      await withPrueba(() => signOut('global'))
    } catch (failure) {
      setLeaving(false)
      if (failure instanceof PruebaCancelada) return
      toast({
        title: FALLO,
        description: messageOf(failure),
        variant: 'destructive',
        ofLeaving: true,
      })
    }
  }

  const askAll = async () => {
    setHere(describeLoss(await findSoloAqui(id)))
    setAsking('todos')
  }

  const close = async (equipo: Equipo) => {
    try {
      toast(closedEquipoToast(equipo.nombre, await withPrueba(() => closeEquipo.mutateAsync(equipo.id))))
    } catch (failure) {
      if (failure instanceof PruebaCancelada) return
      toast({ title: FALLO, description: messageOf(failure), variant: 'destructive' })
    }
    setAsking(null)
  }

  return (
    <div className="in-turn grid gap-3 border-linea border-t pt-4">
      <div className="grid gap-1">
        <h3 className="flex items-center gap-2 font-sans font-semibold tracking-normal">
          <MonitorSmartphone aria-hidden="true" className="size-5 text-jacaranda-texto" />
          Dispositivos con tu sesión abierta
        </h3>
        <p className="text-sm text-tinta-suave">
          Cada equipo tiene un nombre propio. Para saber cuál es cuál, mira en cada uno tuyo cómo se llama.
        </p>
      </div>
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar tus dispositivos."
        loading={<Skeleton className="h-14" />}
        empty="No encontramos ninguno."
      >
        {(equipos) => (
          <ul className="grid gap-2">
            {equipos.map((equipo) => (
              <Fila key={equipo.id} equipo={equipo} onClose={() => setAsking(equipo)} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button look="secondary" onClick={() => void askAll()}>
        Cerrar sesión en todos lados
      </Button>
      <ConfirmDialog
        open={one !== null}
        title={`¿Cerrar el equipo ${one?.nombre ?? ''}?`}
        description="Ahí se cierra tu sesión y se borran las copias de lo tuyo, en cuanto ese equipo tenga internet. Lo de tu cuenta sigue en su lugar."
        action="Cerrarlo"
        busy={closeEquipo.isPending}
        onConfirm={() => one && void close(one)}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'todos'}
        title="¿Cerrar sesión en todos lados?"
        description={`También aquí. ${here}Para volver, entras con tu correo y tu contraseña. Si alguien más la sabe, cámbiala después.`}
        action="Cerrar todas"
        busy={leaving}
        onConfirm={leave}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

function Fila({ equipo, onClose }: { equipo: Equipo; onClose: () => void }) {
  const { nombre, navegadores, desde, usado_en, este, avisos } = equipo
  const usado = new Date(usado_en)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card bg-hundido px-3 py-2">
      <span className="grid">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          Equipo {nombre}
          {este && <Badge tone="salvia">Este equipo</Badge>}
        </span>
        <span className="text-sm">{nombresOfNavegador(navegadores)}</span>
        <span className="text-sm text-tinta-suave">Abierto desde el {longFecha(new Date(desde))}</span>
        <span className="text-sm text-tinta-suave">
          Último uso: {longFecha(usado)}, {shortHora(usado)}
        </span>
        {avisos > 0 && (
          <span className="text-sm text-tinta-suave">
            {avisos === 1
              ? 'Recibe tus avisos'
              : `Con su sesión, ${avisos} navegadores reciben tus avisos: si no son tuyos, cambia tu contraseña`}
          </span>
        )}
      </span>
      {!este && (
        <Button
          look="quiet"
          className="-mr-2 px-3"
          onClick={onClose}
          aria-label={`Cerrar el equipo ${nombre}`}
        >
          Cerrar
        </Button>
      )}
    </li>
  )
}
