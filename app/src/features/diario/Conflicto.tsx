import { type ReactNode, useState } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import type { Registro } from './cuaderno.ts'
import { cuaderno, type Entrada, useSavedVersion } from './entradas.ts'
import * as toasts from './toasts.ts'

type ConflictoProps = { fecha: Fecha; registro: Registro; onDone: () => void }

/** Two devices wrote the same day: both texts, and nothing is lost before she has chosen. */
export function Conflicto({ fecha, registro, onDone }: ConflictoProps) {
  const query = useSavedVersion(fecha)
  return (
    <div className="grid gap-4">
      <QueryView
        query={{ ...query, data: query.data === undefined ? undefined : { otra: query.data } }}
        empty=""
        errorMessage="No se pudieron cargar las entradas."
      >
        {({ otra }) => <Eleccion fecha={fecha} registro={registro} otra={otra} onDone={onDone} />}
      </QueryView>
    </div>
  )
}

function Eleccion({ fecha, registro, otra, onDone }: ConflictoProps & { otra: Entrada | null }) {
  const [saving, setSaving] = useState(false)
  const base = otra?.actualizado_en ?? null

  const keepMine = async () => {
    if (saving) return
    setSaving(true)
    try {
      cuaderno.write(fecha, registro.contenido, base)
      const result = await cuaderno.save(fecha)
      if (result === 'guardada') toasts.entradaSaved()
      if (result === 'por enviar') toasts.savedHere()
      onDone()
    } catch (failure) {
      toasts.saveFailed(failure)
    } finally {
      setSaving(false)
    }
  }

  const letGo = () => {
    void cuaderno.discard(fecha)
    onDone()
  }

  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto">
        {otra
          ? 'Este día cambió en otro dispositivo mientras escribías. Aquí están las dos versiones: elige con cuál te quedas, o únelas.'
          : 'La entrada de este día se borró en otro dispositivo mientras escribías. Lo que escribiste sigue aquí: elige si vuelve.'}
      </p>
      <Version title="En este dispositivo" contenido={registro.contenido}>
        <Button busy={saving} busyLabel="Guardando…" onClick={keepMine}>
          {otra ? 'Quedarme con esta' : 'Guardarla otra vez'}
        </Button>
        {!otra && (
          <Button look="quiet" onClick={letGo}>
            Dejarla borrada
          </Button>
        )}
      </Version>
      {otra && (
        <>
          <Version title="Guardada desde otro dispositivo" contenido={otra.contenido}>
            <Button look="secondary" onClick={letGo}>
              Quedarme con la otra
            </Button>
          </Version>
          <Button
            look="quiet"
            onClick={() => cuaderno.write(fecha, `${otra.contenido}\n\n${registro.contenido.trim()}`, base)}
          >
            Unir las dos y seguir escribiendo
          </Button>
        </>
      )}
    </div>
  )
}

function Version({ title, contenido, children }: { title: string; contenido: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid justify-items-start gap-3 rounded-card border border-linea p-4"
    >
      <h3 className="font-sans font-semibold">{title}</h3>
      <p dir="auto" className="max-h-64 w-full overflow-y-auto whitespace-pre-wrap leading-relaxed">
        {contenido.trim()}
      </p>
      {children}
    </section>
  )
}
