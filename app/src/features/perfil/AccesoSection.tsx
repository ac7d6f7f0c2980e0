import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { fechaLarga, horaCorta } from '../../lib/fechas.ts'
import { useSession, useUser } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Sesion, useSesiones } from './acceso.ts'
import { ContrasenaDialog } from './ContrasenaDialog.tsx'
import { CorreoDialog } from './CorreoDialog.tsx'
import { nombreDeNavegador } from './navegador.ts'

/** How her account is entered: address, password, and the devices that are in. */
export function AccesoSection() {
  const { email } = useUser()
  const [open, setOpen] = useState<'correo' | 'contrasena' | null>(null)
  const close = () => setOpen(null)

  return (
    <Card as="section" aria-labelledby="acceso" className="grid gap-4">
      <h2 id="acceso" className="text-xl">
        Tu acceso
      </h2>
      <div className="grid gap-1">
        <p className="break-all">{email}</p>
        <div className="-mx-3 flex flex-wrap">
          <Button look="quiet" className="px-3" onClick={() => setOpen('correo')}>
            Cambiar correo
          </Button>
          <Button look="quiet" className="px-3" onClick={() => setOpen('contrasena')}>
            Cambiar contraseña
          </Button>
        </div>
      </div>
      <Dispositivos />
      <CorreoDialog open={open === 'correo'} onClose={close} />
      <ContrasenaDialog open={open === 'contrasena'} onClose={close} />
    </Card>
  )
}

function Dispositivos() {
  const query = useSesiones()
  const { signOut } = useSession()
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)

  const leave = async () => {
    setLeaving(true)
    try {
      await signOut('global')
    } catch (failure) {
      toast({ title: 'Error al cerrar sesión', description: messageOf(failure), variant: 'destructive' })
    }
  }

  return (
    <div className="grid gap-3 border-linea border-t pt-4">
      <h3 className="flex items-center gap-2 font-sans font-semibold tracking-normal">
        <MonitorSmartphone aria-hidden="true" className="size-5 text-jacaranda-texto" />
        Dispositivos con tu sesión abierta
      </h3>
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar tus dispositivos."
        loading={<Skeleton className="h-14" />}
        empty="No encontramos ninguno."
      >
        {(sesiones) => (
          <ul className="grid gap-2">
            {sesiones.map((sesion) => (
              <Dispositivo key={sesion.id} sesion={sesion} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Cerrar sesión en todos lados
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Cerrar sesión en todos lados?"
        description="También aquí. Para volver, entras con tu correo y tu contraseña. Si alguien más la sabe, cámbiala después."
        action="Cerrar todas"
        busy={leaving}
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function Dispositivo({ sesion: { navegador, usada_en, esta } }: { sesion: Sesion }) {
  const usada = new Date(usada_en)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 rounded-card bg-hundido px-3 py-2">
      <span className="grid">
        <span className="font-medium">{nombreDeNavegador(navegador)}</span>
        <span className="text-sm text-tinta-suave">
          Último uso: {fechaLarga(usada)}, {horaCorta(usada)}
        </span>
      </span>
      {esta && <Badge tone="salvia">Este</Badge>}
    </li>
  )
}
