import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import type { Nota } from '../../lib/cofre/notas.ts'
import { ruled } from '../../lib/form/schema.ts'
import { uuid } from '../../lib/random.ts'
import { type Medicamento, readHoras } from './medicamentos.ts'

const DIAS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** Reminders at hours, of which nobody but she knows what they are of. */
export type Recordar = {
  /** Whether it is known which reminders there are. */
  isRead: boolean
  has: (ids: readonly string[]) => boolean
  /** @returns the ids of those that there are from then on */
  replace: (
    ids: readonly string[],
    momentos: readonly { hora: string; dias: readonly number[] }[],
  ) => Promise<readonly string[]>
  /** She wants to be reminded, within this very tap. */
  onWants: () => void
}

type MedicamentoDialogProps = {
  recordar: Recordar
  /** `nuevo` for one that is not there yet, null while it is closed. */
  abierto: Nota<Medicamento> | 'nuevo' | null
  /** How many of it are left; null where she does not count them. */
  quedan: number | null
  onClose: () => void
  onSave: (medicamento: Medicamento) => Promise<void>
  onErase: (id: string) => Promise<void>
}

export function MedicamentoDialog({
  abierto,
  quedan,
  recordar,
  onClose,
  onSave,
  onErase,
}: MedicamentoDialogProps) {
  return (
    <Dialog
      open={abierto !== null}
      onClose={onClose}
      title={abierto === 'nuevo' ? 'Nuevo medicamento' : 'Medicamento'}
      description="Solo lo lees tú."
    >
      {abierto && (
        <MedicamentoForm
          medicamento={abierto === 'nuevo' ? null : abierto}
          quedan={quedan}
          recordar={recordar}
          onSave={async (medicamento) => {
            await onSave(medicamento)
            onClose()
          }}
          onErase={async (id) => {
            await onErase(id)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

/** What she left as it was is no other counting. */
function countingOf(before: Medicamento | undefined, left: number | null, quedan: number | null) {
  if (!before || quedan !== left) return { quedan, conteo: uuid() }
  return { quedan: before.quedan, ...(before.conteo && { conteo: before.conteo }) }
}

const schema = z.object({
  nombre: ruled((nombre: string) => (nombre.trim() ? null : 'Escribe cómo se llama.')),
  horas: ruled((horas: string) => (readHoras(horas) ? null : 'Escribe las horas así: 8:00, 20:30.')),
  quedan: ruled((quedan: string) => (/^\d{0,4}$/.test(quedan.trim()) ? null : 'Escribe solo el número.')),
})

type MedicamentoFormProps = {
  recordar: Recordar
  medicamento: Nota<Medicamento> | null
  quedan: number | null
  onSave: (medicamento: Medicamento) => Promise<void>
  onErase: (id: string) => Promise<void>
}

function MedicamentoForm({ medicamento, quedan: left, recordar, onSave, onErase }: MedicamentoFormProps) {
  const before = medicamento?.value
  const reminded = before?.recordatorios ?? []
  /** Until that is known: those that were made are there. */
  const isReminded = recordar.isRead ? recordar.has(reminded) : reminded.length > 0
  const form = useForm({
    initial: {
      nombre: before?.nombre ?? '',
      dosis: before?.dosis ?? '',
      horas: before?.horas.join(', ') ?? '',
      quedan: left?.toString() ?? '',
      dias: before?.dias ?? [],
      /** Null until she says it here: as it is. */
      recordado: null as boolean | null,
    },
    schema,
    send: async (typed) => {
      const { nombre, dosis, quedan } = typed
      const recordado = typed.recordado ?? isReminded
      const horas = readHoras(typed.horas) ?? []
      const dias = typed.dias.length === DIAS.length ? [] : typed.dias
      const wanted = recordado ? horas.map((hora) => ({ hora, dias })) : []
      const asBefore =
        recordado === isReminded &&
        JSON.stringify([horas, dias]) === JSON.stringify([before?.horas, before?.dias])
      await onSave({
        nombre: nombre.trim(),
        dosis: dosis.trim(),
        horas,
        dias,
        ...countingOf(before, left, quedan.trim() === '' ? null : Number(quedan)),
        recordatorios: asBefore ? reminded : await recordar.replace(reminded, wanted),
        frecuencia: before?.frecuencia ?? '',
      })
    },
  })
  const { dias } = form.values

  return (
    <Form of={form} className="grid gap-4">
      <Field label="Nombre" error={form.errors.nombre} required>
        <Input {...form.text('nombre')} maxLength={100} autoComplete="off" spellCheck="false" dir="auto" />
      </Field>
      <Field label="Dosis">
        <Input
          {...form.text('dosis')}
          maxLength={100}
          placeholder="1 tableta"
          autoComplete="off"
          spellCheck="false"
          dir="auto"
        />
      </Field>
      <Field label="Horas" hint="Ninguna, si la tomas cuando la necesitas." error={form.errors.horas}>
        <Input {...form.text('horas')} maxLength={60} placeholder="8:00, 20:30" autoComplete="off" />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-semibold text-[0.9375rem]">Días</legend>
        <p className="-mt-1 pb-1 text-sm text-tinta-suave">Ninguno marcado: todos los días.</p>
        <div className="grid grid-fit-[8rem] gap-x-3">
          {DIAS.map((dia, at) => (
            <Checkbox
              key={dia}
              label={dia}
              checked={dias.includes(at + 1)}
              onChange={({ target }) =>
                form.change({
                  dias: target.checked ? [...dias, at + 1].sort() : dias.filter((one) => one !== at + 1),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid">
        <Checkbox
          label="Avisarme cada vez que toque"
          checked={form.values.recordado ?? isReminded}
          disabled={!recordar.isRead && reminded.length > 0}
          onChange={({ target }) => {
            if (target.checked) recordar.onWants()
            form.change({ recordado: target.checked })
          }}
        />
        <p className="text-sm text-tinta-suave">
          El aviso dice «Tienes un recordatorio», nunca de qué. En tu agenda queda como «Recordatorio», sin su
          nombre.
        </p>
      </div>
      <Field
        label="Cuántas quedan"
        hint="Si las cuentas, te decimos cuando falten pocas."
        error={form.errors.quedan}
      >
        <Input {...form.text('quedan')} inputMode="numeric" maxLength={4} autoComplete="off" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
        {medicamento && (
          <Button
            look="quiet"
            onClick={async () => {
              // Reminders that are still there are not forgotten with it.
              const left = await recordar.replace(reminded, [])
              if (left.length === 0) await onErase(medicamento.id)
            }}
          >
            Borrar
          </Button>
        )}
      </div>
    </Form>
  )
}
