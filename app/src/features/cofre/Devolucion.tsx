import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { askEquipo, takeFromEquipo, useEquipo } from '../../lib/cofre/equipo.ts'
import { type Cambio, cancelCambio, seeOwn, useCambios } from '../../lib/member/cambios.ts'
import { useUser } from '../../lib/session/session.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { ConCodigo } from './ConCodigo.tsx'
import { SoloYo } from './Equipo.tsx'
import { OPENED } from './opened.ts'

/** Her request to be given the key by the installation, where one waits. */
export function usePedida(): Cambio | undefined {
  const { data = [] } = useCambios()
  return data.find(({ tipo }) => tipo.startsWith('devolucion'))
}

/** On a device without the key, where the installation has it: asking for it. */
export function Pedirlo() {
  const { id } = useUser()
  const equipo = useEquipo()
  if (!equipo || equipo === 'nada') return null
  return (
    <Details title="Pedírselo al equipo">
      <div className="grid gap-3 text-[0.9375rem]">
        <p>
          El equipo guarda una copia de tu llave. Te la devuelve 24 horas después de que la pidas, con tu
          contraseña y un código de tu correo.
        </p>
        <p>
          Avisamos a tu correo y a tus dispositivos, y desde cualquiera puede detenerse. Nadie del equipo
          tiene que hacer nada.
        </p>
        <ConCodigo
          hacer={() => ask(id)}
          fallo="No pudimos pedir tu llave"
          look="secondary"
          busyLabel="Pidiendo…"
        >
          Pedir mi llave
        </ConCodigo>
        <SoloYo />
      </div>
    </Details>
  )
}

/** Asks, and then it is no news here that somebody did. */
async function ask(owner: string): Promise<void> {
  await askEquipo()
  await seeOwn(owner, 'devolucion').catch(() => {})
}

/** What was asked for: waiting for the day, and taking it. */
export function Pedida({ cambio: { tipo, efectivo_en } }: { cambio: Cambio }) {
  const { id } = useUser()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const cuando = new Date(efectivo_en)

  const take = async () => {
    toast(OPENED[await takeFromEquipo(id)])
    navigate('/diario-emocional', { replace: true })
  }
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelCambio('devolucion')
      toast({ title: 'Cancelado', description: 'Puedes pedirla de nuevo.' })
    } catch (failure) {
      toast({ title: 'No se pudo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Card as="section" aria-labelledby="pedida" className="grid gap-4">
      <h2 id="pedida" className="text-2xl">
        {tipo === 'devolucion' ? 'Pediste tu llave' : 'Ya puedes recoger tu llave'}
      </h2>
      {tipo === 'devolucion' ? (
        <p>
          Si nadie lo detiene, podrás recogerla aquí el{' '}
          <strong className="font-semibold">
            {longFecha(cuando)} a las {shortHora(cuando)}
          </strong>
          . Si cambia tu contraseña o tu correo, o se cierra un dispositivo tuyo de antes, se cuentan otras 24
          horas.
        </p>
      ) : (
        <>
          <p>
            Te pediremos tu contraseña y, si la pediste en otro dispositivo, un código de tu correo. Tienes
            una semana: después habría que pedirla otra vez.
          </p>
          <ConCodigo hacer={take} fallo="No se pudo" look="primary" busyLabel="Recogiendo…">
            Recoger mi llave
          </ConCodigo>
        </>
      )}
      <Button look="quiet" className="justify-self-center" busy={busy} onClick={() => void cancel()}>
        Cancelar
      </Button>
    </Card>
  )
}
