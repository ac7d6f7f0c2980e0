import { X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { Evento } from './agendaDrafts.ts'
import { buscar } from './buscar.ts'
import { whenWords } from './dias.ts'

const MOST = 10

type BuscarProps = {
  eventos: readonly Evento[]
  hoy: Fecha
  onChoose: (dia: Fecha) => void
  onClose: () => void
}

/** Finds events by their words, on the device; a tap leads to the day. */
export function Buscar({ eventos, hoy, onChoose, onClose }: BuscarProps) {
  const id = useId()
  const [texto, setTexto] = useState('')
  const [most, setMost] = useState(MOST)
  const found = useMemo(() => buscar(eventos, texto, hoy), [eventos, texto, hoy])
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          Buscar en mi agenda
        </h2>
        <IconButton
          label="Cerrar la búsqueda"
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          className="-mr-2"
        />
      </div>
      <Field label="Palabras del título, el lugar o las notas">
        <Input
          type="search"
          autoFocus
          maxLength={200}
          autoComplete="off"
          spellCheck="false"
          enterKeyHint="search"
          value={texto}
          onChange={({ target }) => {
            setTexto(target.value)
            setMost(MOST)
          }}
        />
      </Field>
      <p role="status" className="text-sm text-tinta-suave empty:hidden">
        {texto.trim() && countText(found.length)}
      </p>
      {found.length > 0 && (
        <ul>
          {found.slice(0, most).map(({ evento, dia }) => {
            const when = whenWords({ fecha: dia, hora: evento.hora }, hoy)
            return (
              <li key={evento.id} className="border-linea not-last:border-b">
                <button
                  type="button"
                  onClick={() => onChoose(dia)}
                  className="-mx-2 grid min-h-12 w-[calc(100%+1rem)] rounded-control px-2 py-2.5 text-left hover:bg-jacaranda-suave"
                >
                  <span dir="auto" className="font-semibold">
                    {evento.titulo}
                  </span>
                  <span className="text-[0.9375rem] text-tinta-suave tabular-nums">
                    {when.dia} · {when.hora}
                  </span>
                  {evento.lugar && (
                    <span dir="auto" className="text-[0.9375rem] text-tinta-suave">
                      {evento.lugar}
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {found.length > most && (
        <Button look="quiet" wide onClick={() => setMost(most + MOST)}>
          Ver más
        </Button>
      )}
    </Card>
  )
}

function countText(found: number): string {
  if (found === 0) return 'No encontramos esas palabras en tu agenda.'
  return found === 1 ? 'Un evento.' : `${found} eventos.`
}
