import { Details } from '../../components/layout/Details.tsx'
import { giveToEquipo, takeAwayFromEquipo, useEquipo, useHayDevolucion } from '../../lib/cofre/equipo.ts'
import { seeOwn } from '../../lib/member/cambios.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { ConCodigo } from './ConCodigo.tsx'

const AHORA = {
  nada: 'Hoy solo tú puedes abrir lo que escribes. Si quieres, el equipo guarda una copia de tu llave: si la pierdes, la pides con tu contraseña y un código de tu correo, y la recoges 24 horas después. A cambio, quien administra el servidor también podría usarla.',
  antes:
    'El equipo tiene una llave tuya de antes, y no la de ahora: lo que escribes desde el cambio no puede devolvértelo.',
  ahora:
    'El equipo guarda una copia de tu llave. Si la pierdes, la pides con tu contraseña y un código de tu correo, y la recoges 24 horas después. Quien administra el servidor también podría usarla.',
}

/** On a device with the key: the installation's slot, switched on and off. */
export function Equipo() {
  const { id } = useUser()
  const equipo = useEquipo()
  const hay = useHayDevolucion()
  if (!equipo || (equipo === 'nada' && !hay)) return null

  const give = async () => {
    await giveToEquipo(id)
    toast({ title: 'El equipo ya puede devolverte tu llave' })
    // What was made here is no news here.
    void seeOwn(id, 'codigo').catch(() => {})
  }
  return (
    <Details title="Si pierdo mi llave">
      <div className="grid gap-3 text-[0.9375rem]">
        <p>{AHORA[equipo]}</p>
        {equipo !== 'ahora' && hay && (
          <ConCodigo hacer={give} fallo="No se pudo cambiar" look="quiet">
            Que también el equipo pueda devolvérmela
          </ConCodigo>
        )}
        {equipo !== 'nada' && <SoloYo />}
      </div>
    </Details>
  )
}

/** Also where the key is lost: what the installation has goes at once. */
export function SoloYo() {
  const { id } = useUser()
  const remove = async () => {
    await takeAwayFromEquipo()
    toast({ title: 'El equipo ya no tiene tu llave' })
    void seeOwn(id, 'copia_quitada').catch(() => {})
  }
  return (
    <ConCodigo hacer={remove} fallo="No se pudo cambiar" look="quiet">
      Que solo yo pueda abrirlo
    </ConCodigo>
  )
}
