import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Calendar } from '../../components/calendar/Calendar.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { addMonths, type Fecha, longFecha, mesOf } from '../../lib/time/fechas.ts'
import type { MiCicloDatos } from './useCiclo.ts'

const MONTHS_BACK = 120

type PasadosProps = { open: boolean; onClose: () => void; ciclo: MiCicloDatos; hoy: Fecha }

/** Several past starts at once: the days are tapped on a calendar. */
export function Pasados({ open, onClose, ...rest }: PasadosProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="¿Cuándo empezaron?"
      description="Toca el primer día de cada periodo que recuerdes."
    >
      <Fechas {...rest} onDone={onClose} />
    </Dialog>
  )
}

function Fechas({ ciclo, hoy, onDone }: Omit<PasadosProps, 'open' | 'onClose'> & { onDone: () => void }) {
  const [mes, setMes] = useState(() => mesOf(hoy))
  const [chosen, setChosen] = useState<readonly Fecha[]>([])
  const { inicios } = ciclo.historia
  const toggle = (fecha: Fecha) => {
    if (inicios.includes(fecha)) return
    setChosen(chosen.includes(fecha) ? chosen.filter((one) => one !== fecha) : [...chosen, fecha].sort())
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Calendar
        label="Inicios"
        mes={mes}
        onMesChange={setMes}
        selected={null}
        onSelect={toggle}
        today={hoy}
        min={addMonths(hoy, -MONTHS_BACK)}
        max={hoy}
        markOf={(fecha) => {
          if (inicios.includes(fecha)) return { look: 'periodo', words: 'ya anotado' }
          return chosen.includes(fecha) ? { look: 'lleno', dot: true, words: 'elegido' } : undefined
        }}
      />
      <ul aria-label="Días elegidos" className="flex min-h-11 flex-wrap gap-2">
        {chosen.map((fecha) => (
          <li key={fecha}>
            <button
              type="button"
              aria-label={`Quitar el ${longFecha(fecha)}`}
              onClick={() => toggle(fecha)}
              className="flex min-h-11 items-center gap-1.5 rounded-control bg-jacaranda-suave px-3 text-[0.9375rem] text-jacaranda-texto"
            >
              {longFecha(fecha)}
              <X aria-hidden="true" className="size-4 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="lg"
        wide
        onClick={() => {
          if (chosen.length > 0) void ciclo.addAll(chosen.map((fecha) => ({ que: 'inicio', fecha })))
          onDone()
        }}
      >
        {chosen.length < 2 ? 'Guardar' : `Guardar ${chosen.length} inicios`}
      </Button>
    </div>
  )
}
