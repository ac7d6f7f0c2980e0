import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { type Fecha, mesOf } from '../../lib/time/fechas.ts'
import { diaryDrafts, useDiaryDrafts, useEntradas } from './entradas.ts'
import { forgetCompartido, readCompartido } from './recibido.ts'

type CompartidoProps = {
  hoy: Fecha
  /** The day it was added to. */
  onAdded: (fecha: Fecha) => void
}

/** What another app handed over, for the note of today: nothing is written before she says so, since any page can hand over anything. */
export function Compartido(props: CompartidoProps) {
  const [texto, setTexto] = useState('')
  useEffect(() => void readCompartido().then(setTexto), [])
  const end = () => {
    forgetCompartido()
    setTexto('')
  }
  return texto && <Ofrecido texto={texto} onEnd={end} {...props} />
}

function Ofrecido({ texto, hoy, onAdded, onEnd }: CompartidoProps & { texto: string; onEnd: () => void }) {
  const query = useEntradas(mesOf(hoy))
  const { listo, registros } = useDiaryDrafts()
  const registro = registros.get(hoy)

  const entrada = query.data?.find(({ fecha }) => fecha === hoy)

  const add = () => {
    const before = (registro ? registro.contenido : entrada?.contenido) ?? ''
    const base = registro ? registro.base : (entrada?.actualizado_en ?? null)
    diaryDrafts.write(hoy, before.trim() ? `${before}\n\n${texto}` : texto, base)
    onEnd()
    onAdded(hoy)
  }
  return (
    <Card as="section" aria-labelledby="compartido" className="grid gap-3">
      <h2 id="compartido" className="flex items-center gap-2.5 text-lg">
        <Inbox aria-hidden="true" className="size-5 shrink-0 text-jacaranda-texto" />
        Texto de otra aplicación
      </h2>
      <p
        dir="auto"
        className="max-h-40 overflow-y-auto whitespace-pre-line rounded-control bg-hundido p-3 text-[0.9375rem] wrap-anywhere"
      >
        {texto}
      </p>
      {registro?.state === 'held' && (
        <p className="text-sm text-tinta-suave">Primero elige cuál de las dos entradas de hoy se queda.</p>
      )}
      {entrada?.ilegible && (
        <p className="text-sm text-tinta-suave">Lo de hoy está cerrado: primero hay que poder leerlo.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {registro?.state !== 'held' && !entrada?.ilegible && (
          <Button busy={!listo || query.isPending} onClick={add}>
            Agregar a lo de hoy
          </Button>
        )}
        <Button look="quiet" onClick={onEnd}>
          Descartar
        </Button>
      </div>
    </Card>
  )
}
