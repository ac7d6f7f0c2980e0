import { type ReactNode, useState } from 'react'
import type { Registro } from '../../data/written.ts'
import { uuid } from '../../lib/random.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { libreta, useSavedEvento } from './eventos.ts'
import { type Apunte, type Evento, nameOf, whenOf } from './libreta.ts'
import * as toasts from './toasts.ts'

type ConflictoProps = { id: string; apunte: Registro<Apunte>; onDone: () => void }

/** Another device changed or deleted what she changed here: both, and nothing is lost before she has chosen. */
export function Conflicto({ id, apunte, onDone }: ConflictoProps) {
  const query = useSavedEvento(id)
  return (
    <QueryView
      query={{ ...query, data: query.data === undefined ? undefined : { otro: query.data } }}
      empty=""
      errorMessage="No se pudieron cargar los eventos."
    >
      {({ otro }) => <Eleccion id={id} apunte={apunte} otro={otro} onDone={onDone} />}
    </QueryView>
  )
}

function Eleccion({ id, apunte, otro, onDone }: ConflictoProps & { otro: Evento | null }) {
  const [saving, setSaving] = useState(false)
  const { estado: _, ...mine } = apunte

  /** @param as the id under which it is saved; another one leaves the other device's as it is */
  const save = async (as: string) => {
    if (saving) return
    setSaving(true)
    try {
      const nuevo = as !== id || otro === null
      libreta.write(as, { ...mine, base: nuevo ? null : otro.actualizado_en })
      const result = await libreta.save(as)
      if (result === 'guardada') toasts.eventoSaved(nuevo)
      if (result === 'por enviar') toasts.savedHere()
      if (as !== id) await libreta.discard(id)
      if (result !== 'conflicto') onDone()
    } catch (failure) {
      toasts.error(failure)
    } finally {
      setSaving(false)
    }
  }
  const letGo = async () => {
    await libreta.discard(id)
    onDone()
  }

  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto">
        {otro
          ? 'Este evento cambió en otro dispositivo. Aquí están los dos: elige con cuál te quedas.'
          : 'Este evento se borró en otro dispositivo. Lo que escribiste sigue aquí: elige si vuelve.'}
      </p>
      <Version title="En este dispositivo" de={apunte}>
        <Button busy={saving} busyLabel="Guardando…" onClick={() => void save(id)}>
          {otro ? 'Quedarme con este' : 'Guardarlo otra vez'}
        </Button>
        {!otro && (
          <Button look="quiet" onClick={() => void letGo()}>
            Dejarlo borrado
          </Button>
        )}
      </Version>
      {otro && (
        <>
          <Version title="Guardado desde otro dispositivo" de={otro}>
            <Button look="secondary" onClick={() => void letGo()}>
              Quedarme con el otro
            </Button>
          </Version>
          <Button look="quiet" onClick={() => void save(uuid())}>
            Guardar los dos
          </Button>
        </>
      )}
    </div>
  )
}

type VersionProps = {
  title: string
  de: { titulo: string; fecha: string; hora: string | null; notificar: boolean }
  children: ReactNode
}

function Version({ title, de, children }: VersionProps) {
  return (
    <section
      aria-label={title}
      className="grid justify-items-start gap-3 rounded-card border border-linea p-4"
    >
      <h3 className="font-sans font-semibold">{title}</h3>
      <p className="grid">
        <span dir="auto" className="font-semibold">
          {nameOf(de)}
        </span>
        <span className="text-[0.9375rem] text-tinta-suave">
          {whenOf(de)} · {de.notificar ? 'con aviso' : 'sin aviso'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
