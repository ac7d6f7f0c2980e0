import { useEffect, useRef, useState } from 'react'
import { mantenerDespierta } from '../../lib/despierta.ts'
import { whenIdle } from '../../lib/idle.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { ActionCard } from './ActionCard.tsx'
import * as avisos from './avisos.ts'
import { Telefono } from './dibujos.tsx'
import { type Llamada, llamar, prepararLlamada } from './llamada.ts'
import { PantallaLlamada } from './PantallaLlamada.tsx'
import { guardarQuienLlama, LARGO_NOMBRE, leerQuienLlama, QUIEN_LLAMA } from './quienLlama.ts'

type Estado = 'reposo' | 'suena' | 'contestada'

/** «Llamada segura»: a call that looks and sounds real, and a way out of a bad moment. */
export function LlamadaSegura() {
  const [estado, setEstado] = useState<Estado>('reposo')
  const [nombre, setNombre] = useState(leerQuienLlama)
  const llamada = useRef<Llamada | null>(null)
  const dormir = useRef<(() => void) | null>(null)

  // A first tap rings at once, and without a network.
  useEffect(() => {
    whenIdle(prepararLlamada)
  }, [])

  const terminar = () => {
    llamada.current?.colgar()
    dormir.current?.()
    llamada.current = dormir.current = null
    setEstado('reposo')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when she leaves the room.
  useEffect(() => terminar, [])

  const recibir = () => {
    terminar()
    llamada.current = llamar({
      onFin: terminar,
      onError: () => {
        terminar()
        avisos.errorDeAudio()
      },
    })
    dormir.current = mantenerDespierta()
    setEstado('suena')
    avisos.llamadaSegura()
  }

  const contestar = () => {
    llamada.current?.contestar()
    setEstado('contestada')
  }

  return (
    <ActionCard
      title="Llamada segura"
      description="Simula que te llaman para salir de un mal momento."
      drawing={<Telefono />}
    >
      <Button look="secondary" onClick={recibir}>
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
            guardarQuienLlama(target.value)
          }}
        />
      </Field>
      {estado !== 'reposo' && (
        <PantallaLlamada
          nombre={nombre.trim() || QUIEN_LLAMA}
          contestada={estado === 'contestada'}
          onContestar={contestar}
          onColgar={terminar}
        />
      )}
    </ActionCard>
  )
}
