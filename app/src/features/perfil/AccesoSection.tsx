import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { ContrasenaDialog } from './ContrasenaDialog.tsx'
import { CorreoDialog } from './CorreoDialog.tsx'
import { Equipos } from './Equipos.tsx'

/** Access to her account: address, password, and signed-in devices. */
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
        <p>{email && <Correo>{email}</Correo>}</p>
        <div className="-mx-3 flex flex-wrap">
          <Button look="quiet" className="px-3" onClick={() => setOpen('correo')}>
            Cambiar correo
          </Button>
          <Button look="quiet" className="px-3" onClick={() => setOpen('contrasena')}>
            Cambiar contraseña
          </Button>
        </div>
      </div>
      <Equipos />
      <CorreoDialog open={open === 'correo'} onClose={close} />
      <ContrasenaDialog open={open === 'contrasena'} onClose={close} />
    </Card>
  )
}
