import * as z from 'zod/mini'
import { filled } from '../../lib/form/schema.ts'
import {
  ALCANCES,
  type Alcance,
  keepOffered,
  type Medida,
  offerDuraciones,
} from '../../lib/revision/medidas.ts'
import { Button } from '../button/Button.tsx'
import { Field, Input } from '../form/Field.tsx'
import { type Draft, Form, useForm } from '../form/Form.tsx'
import { Select } from '../form/Select.tsx'

export type Suspendiendo = { motivo: string; dias: string; alcance: string }

/** What it begins with. */
export const suspensionVacia: Suspendiendo = { motivo: '', dias: '1', alcance: 'circulos' }

type SuspensionFormProps = {
  /** Where what is written is kept. */
  draft: Draft<Suspendiendo>
  /** Whether expelling is hers to decide. */
  expels: boolean
  /** It is about an anonymous author. */
  velada?: boolean
  /** Rejects where it did not arrive. */
  onSuspend: (medida: Medida) => Promise<void>
  onFailure: (failure: unknown) => void
}

/** What the team decides about somebody: what it closes, why, and for how long. */
export function SuspensionForm({ draft, expels, velada = false, onSuspend, onFailure }: SuspensionFormProps) {
  const form = useForm({
    draft,
    schema: () => z.object({ motivo: filled('Escribe el motivo.') }),
    send: ({ motivo, dias, alcance }) => {
      const kept = keepOffered(dias, velada)
      return onSuspend({
        motivo: motivo.trim(),
        dias: kept ? Number(kept) : null,
        alcance: alcance as Alcance,
      })
    },
    onFailure,
  })
  const alcance = form.values.alcance as Alcance
  const paused = alcance === 'circulos' || alcance === 'escritos'

  return (
    <Form of={form} className="grid gap-4">
      <p className="text-tinta-suave">
        Nada de esto le quita el botón de pánico, sus contactos, su diario ni sus datos. Puede responder una
        vez, y decide otra persona del equipo.
      </p>
      <Field label="Motivo" hint="Ella lo leerá" required error={form.errors.motivo}>
        <Input {...form.text('motivo')} maxLength={500} />
      </Field>
      <Field label="Qué se cierra">
        <Select {...form.text('alcance')}>
          {(Object.keys(ALCANCES) as Alcance[])
            .filter((value) => value !== 'expulsion' || expels)
            .map((value) => (
              <option key={value} value={value}>
                {ALCANCES[value].cierra}
              </option>
            ))}
        </Select>
      </Field>
      {paused && (
        <Field label="Durante" hint={velada && 'Se escribió sin nombre: un año como mucho'}>
          <Select {...form.text('dias')} value={keepOffered(form.values.dias, velada)}>
            {offerDuraciones(velada).map(({ dias, nombre }) => (
              <option key={dias} value={dias}>
                {nombre}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button
        type="submit"
        size="lg"
        wide
        look={alcance === 'expulsion' ? 'danger' : 'primary'}
        busy={form.busy}
      >
        {ALCANCES[alcance].accion}
      </Button>
    </Form>
  )
}
