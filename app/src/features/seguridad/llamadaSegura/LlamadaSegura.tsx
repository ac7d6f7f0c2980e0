import { useEffect, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { whenIdle } from '../../../lib/device/idle.ts'
import { useKey } from '../../../lib/offline/useKey.ts'
import { useStore } from '../../../lib/useStore.ts'
import { ActionCard } from '../ActionCard.tsx'
import { Chips } from '../llegada/Chips.tsx'
import { curso, ESPERAS_S, endLlamada, receiveLlamada } from './agenda.ts'
import { type Callers, callersOf, LARGO_NOMBRE } from './caller.ts'
import { prepareLlamadaSegura } from './llamadaSegura.ts'
import { Telefono } from './Telefono.tsx'

const ESPERAS: Record<(typeof ESPERAS_S)[number], string> = {
  0: 'Ahora',
  30: 'En 30 s',
  120: 'En 2 min',
  300: 'En 5 min',
}

/** «Llamada segura»: a call that looks and sounds real, now or in a while, and a way out of a bad moment. */
export function LlamadaSegura() {
  const now = useStore(curso)
  const [kept, keep] = useKey('llamada')
  const named = callersOf(kept)
  // As she types it, which is not yet a name.
  const [typed, setTyped] = useState<Callers>()
  const callers = typed ?? named
  const [espera, setEspera] = useState<string>('0')

  // A first tap rings at once, and without a network.
  useEffect(() => {
    whenIdle(prepareLlamadaSegura)
  }, [])

  const change = (next: Callers) => {
    // Before they are read, the first names would take the place of hers.
    if (kept === undefined) return
    setTyped(next)
    keep(callersOf(next))
  }

  return (
    <ActionCard
      title="Llamada segura"
      description="Simula que te llaman."
      drawing={<Telefono />}
      place="#llamada-segura"
      action={
        now.fase !== 'programada' && (
          <Button
            look="secondary"
            className="px-2.5 text-[0.9375rem]"
            onClick={() => receiveLlamada(Number(espera))}
          >
            Recibir llamada
          </Button>
        )
      }
      options={
        <>
          <Chips
            legend="Cuándo"
            name="cuando-llama"
            value={espera}
            options={ESPERAS_S.map((seconds) => [String(seconds), ESPERAS[seconds]])}
            onChange={setEspera}
          />
          <Chips
            legend="Quién llama"
            name="quien-llama"
            value={String(callers.elegida)}
            options={named.nombres.map((nombre, place) => [String(place), nombre])}
            onChange={(place) => change({ ...callers, elegida: Number(place) })}
          />
          <Field label="Cómo aparece en la pantalla">
            <Input
              value={callers.nombres[callers.elegida] ?? ''}
              placeholder={named.nombres[callers.elegida]}
              maxLength={LARGO_NOMBRE}
              autoComplete="off"
              autoCapitalize="words"
              onChange={({ target }) =>
                change({
                  ...callers,
                  nombres: callers.nombres.map((nombre, place) =>
                    place === callers.elegida ? target.value : nombre,
                  ),
                })
              }
            />
          </Field>
        </>
      }
    >
      {now.fase === 'programada' && <Programada suenaEn={now.suenaEn} />}
    </ActionCard>
  )
}

/** What is to come, and a way to take it back. It says that the app has to stay open, since a closed one does not ring. */
function Programada({ suenaEn }: { suenaEn: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((suenaEn - now) / 1_000))
  return (
    <div className="grid gap-2 rounded-card bg-jacaranda-suave p-3">
      <p role="timer">
        Te llaman en{' '}
        <strong className="font-semibold tabular-nums">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </strong>
        . Deja la pantalla encendida y esta app abierta, en cualquiera de sus páginas.
      </p>
      <Button look="secondary" onClick={endLlamada}>
        Cancelar llamada
      </Button>
    </div>
  )
}
