import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../../lib/device/idle.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { ActionCard } from '../ActionCard.tsx'
import { keepAwake } from '../keepAwake.ts'
import { LARGO_NOMBRE, QUIEN_LLAMA, readCaller, saveCaller } from './caller.ts'
import { type Llamada, prepareLlamadaSegura, ringLlamadaSegura } from './llamadaSegura.ts'
import { PantallaLlamada } from './PantallaLlamada.tsx'
import { Telefono } from './Telefono.tsx'
import * as toasts from './toasts.ts'

type Estado = 'reposo' | 'suena' | 'contestada'

/** «Llamada segura»: a call that looks and sounds real, and a way out of a bad moment. */
export function LlamadaSegura() {
  const [estado, setEstado] = useState<Estado>('reposo')
  const [nombre, setNombre] = useState(readCaller)
  const llamada = useRef<Llamada | null>(null)
  const letSleep = useRef<(() => void) | null>(null)

  // A first tap rings at once, and without a network.
  useEffect(() => {
    whenIdle(prepareLlamadaSegura)
  }, [])

  const endLlamada = () => {
    llamada.current?.hangUp()
    letSleep.current?.()
    llamada.current = letSleep.current = null
    setEstado('reposo')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when she leaves the room.
  useEffect(() => endLlamada, [])

  const receiveLlamada = () => {
    endLlamada()
    llamada.current = ringLlamadaSegura({
      onFin: endLlamada,
      onError: () => {
        endLlamada()
        toasts.audioFailed()
      },
    })
    letSleep.current = keepAwake()
    setEstado('suena')
    toasts.llamadaSegura()
  }

  const pickUp = () => {
    llamada.current?.pickUp()
    setEstado('contestada')
  }

  return (
    <ActionCard
      title="Llamada segura"
      description="Simula que te llaman para salir de un mal momento."
      drawing={<Telefono />}
    >
      <Button look="secondary" onClick={receiveLlamada}>
        Recibir llamada
      </Button>
      <Field label="Quién llama">
        <Input
          value={nombre}
          placeholder={QUIEN_LLAMA}
          maxLength={LARGO_NOMBRE}
          autoComplete="off"
          autoCapitalize="words"
          onChange={({ target }) => {
            setNombre(target.value)
            saveCaller(target.value)
          }}
        />
      </Field>
      {estado !== 'reposo' && (
        <PantallaLlamada
          nombre={nombre.trim() || QUIEN_LLAMA}
          contestada={estado === 'contestada'}
          onPickUp={pickUp}
          onHangUp={endLlamada}
        />
      )}
    </ActionCard>
  )
}
