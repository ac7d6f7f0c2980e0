import { Check, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Input } from '../../components/form/Field.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import type { Nota } from '../../lib/cofre/notas.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { MedicamentoDialog, type Recordar } from './MedicamentoDialog.tsx'
import {
  type Dosis,
  dosisNow,
  dosisOf,
  type Estado,
  endsSoon,
  isAsNeeded,
  type Medicamento,
} from './medicamentos.ts'
import { Fila, Seccion } from './Seccion.tsx'
import { exampleMedicamento, whenText } from './salud.ts'
import type { MisMedicamentos } from './useMedicamentos.ts'

type MedicamentosProps = MisMedicamentos & { hoy: Fecha; recordar: Recordar }

/** What she takes today, dose by dose, and all her medicines. */
export function Medicamentos({
  medicamentos,
  deDia,
  quedan,
  save,
  erase,
  say,
  isRead,
  hoy,
  recordar,
}: MedicamentosProps) {
  const [abierto, setAbierto] = useState<Nota<Medicamento> | 'nuevo' | null>(null)
  const dosis = dosisOf(medicamentos, deDia, hoy)
  const ejemplo = exampleMedicamento(hoy)
  return (
    <>
      <Seccion
        titulo="Medicamentos y recordatorios"
        agregar="Agregar medicamento"
        onAgregar={isRead ? () => setAbierto('nuevo') : undefined}
      >
        {dosis.map((una) => (
          <DosisRow
            key={`${una.medicamento.id} ${una.hora}`}
            dosis={una}
            onSay={(estado) => void say(una, estado)}
          />
        ))}
        {medicamentos.map((medicamento) => (
          <MedicamentoRow
            key={medicamento.id}
            medicamento={medicamento.value}
            quedan={quedan.get(medicamento.id) ?? null}
            onTaken={() => void say(dosisNow(medicamento, new Date()), 'tomada')}
            onEdit={() => setAbierto(medicamento)}
          />
        ))}
        {isRead && medicamentos.length === 0 && (
          <Fila
            titulo={ejemplo.name}
            detalle={`${ejemplo.dosage} · ${ejemplo.frequency}`}
            momento={`Próxima dosis: ${whenText(ejemplo.nextDose)}`}
            ejemplo
          />
        )}
      </Seccion>
      <MedicamentoDialog
        abierto={abierto}
        quedan={abierto && abierto !== 'nuevo' ? (quedan.get(abierto.id) ?? null) : null}
        recordar={recordar}
        onClose={() => setAbierto(null)}
        onSave={async (medicamento) =>
          void (await save(abierto === 'nuevo' || !abierto ? null : abierto.id, medicamento))
        }
        onErase={async (id) => void (await erase(id))}
      />
    </>
  )
}

const SAYING: { estado: Estado; words: string; icon: typeof Check; chosen: string }[] = [
  {
    estado: 'tomada',
    words: 'Tomada',
    icon: Check,
    chosen: 'aria-pressed:bg-salvia-suave aria-pressed:text-salvia-texto',
  },
  {
    estado: 'omitida',
    words: 'Omitida',
    icon: X,
    chosen: 'aria-pressed:bg-maiz-suave aria-pressed:text-maiz-texto',
  },
]

export function DosisRow({ dosis, onSay }: { dosis: Dosis; onSay: (estado: Estado) => void }) {
  const { nombre, dosis: cuanta } = dosis.medicamento.value
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-linea border-b py-2">
      <p className="min-w-0 flex-1">
        <span className="tabular-nums">{dosis.hora}</span>{' '}
        <span dir="auto" className="font-semibold">
          {nombre}
        </span>
        {cuanta && <span className="text-[0.9375rem] text-tinta-suave">, {cuanta}</span>}
      </p>
      <div className="flex gap-2">
        {SAYING.filter(({ estado }) => estado === 'tomada' || !isAsNeeded(dosis.medicamento.value)).map(
          ({ estado, words, icon: Icon, chosen }) => (
            <button
              key={estado}
              type="button"
              aria-pressed={dosis.estado === estado}
              aria-label={`${words}: ${nombre}, ${dosis.hora}`}
              onClick={() => onSay(estado)}
              className={`flex min-h-11 items-center gap-1.5 rounded-control bg-hundido px-3 text-[0.9375rem] aria-pressed:font-semibold ${chosen}`}
            >
              {dosis.estado === estado && <Icon aria-hidden="true" className="size-4" />}
              {words}
            </button>
          ),
        )}
      </div>
    </li>
  )
}

type AsNeededRowProps = {
  medicamento: Nota<Medicamento>
  fecha: Fecha
  isToday: boolean
  onTaken: (dosis: Dosis) => void
}

/** Of a medicine without hours: taken now or, of a day that is over, at an hour that she says. */
export function AsNeededRow({ medicamento, fecha, isToday, onTaken }: AsNeededRowProps) {
  const { nombre } = medicamento.value
  const [hora, setHora] = useState('12:00')
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-linea border-b py-2">
      <p dir="auto" className="min-w-0 flex-1 basis-32 font-semibold">
        {nombre}
      </p>
      {!isToday && (
        <span className="w-32">
          <Input
            type="time"
            required
            aria-label={`Hora: ${nombre}`}
            value={hora}
            onChange={({ target }) => setHora(target.value)}
          />
        </span>
      )}
      <Button
        look="secondary"
        className="px-3"
        aria-label={`${isToday ? 'Tomada ahora' : 'Tomada'}: ${nombre}`}
        disabled={!hora}
        onClick={() =>
          onTaken(isToday ? dosisNow(medicamento, new Date()) : { medicamento, fecha, hora, estado: null })
        }
      >
        {isToday ? 'Tomada ahora' : 'Tomada'}
      </Button>
    </li>
  )
}

const DIA = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom']

type MedicamentoRowProps = {
  medicamento: Medicamento
  quedan: number | null
  /** Of one without hours. */
  onTaken: () => void
  onEdit: () => void
}

function MedicamentoRow({ medicamento, quedan, onTaken, onEdit }: MedicamentoRowProps) {
  const { nombre, dosis, horas, dias, frecuencia } = medicamento
  const cuando = horas.length > 0 ? horas.join(', ') : frecuencia || 'cuando la necesitas'
  return (
    <li className="flex items-center gap-2 border-linea border-b py-1.5 last:border-b-0">
      <div className="grid min-w-0 flex-1">
        <p dir="auto" className="font-semibold">
          {nombre}
        </p>
        <p className="text-[0.9375rem] text-tinta-suave">
          {[dosis, cuando, dias.map((dia) => DIA[dia - 1]).join(', ')].filter(Boolean).join(' · ')}
        </p>
        {quedan !== null && (
          <p className="flex items-center gap-2 text-[0.9375rem]">
            {quedan === 1 ? 'Queda 1' : `Quedan ${quedan}`}
            {endsSoon(medicamento, quedan) && <Badge tone="maiz">Pocas</Badge>}
          </p>
        )}
        {isAsNeeded(medicamento) && (
          <Button
            look="secondary"
            className="my-1 justify-self-start px-3"
            aria-label={`Tomada ahora: ${nombre}`}
            onClick={onTaken}
          >
            Tomada ahora
          </Button>
        )}
      </div>
      <IconButton
        label={`Cambiar ${nombre}`}
        icon={<Pencil aria-hidden="true" className="size-5" />}
        onClick={onEdit}
      />
    </li>
  )
}
