import * as z from 'zod/mini'
import { ruled } from '../../lib/form/schema.ts'
import { type Denuncia, MOTIVOS, type Motivo } from '../../lib/revision/motivos.ts'
import { Button } from '../button/Button.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import { Field, Textarea } from '../form/Field.tsx'
import { type Draft, Form, useForm } from '../form/Form.tsx'
import { Select } from '../form/Select.tsx'
import { CrisisLine } from '../help/CrisisLine.tsx'

/** As its form holds it. */
export type Denunciando = { motivo: Motivo | ''; detalle: string; contacto: boolean }

/** What it begins with. */
export const denunciaVacia: Denunciando = { motivo: '', detalle: '', contacto: false }

type DenunciaFormProps = {
  /** Where what she writes is kept. What is chosen there beforehand she need not choose. */
  draft: Draft<Denunciando>
  /** What the field for her own words asks. */
  question: string
  /** Rejects where it did not arrive. */
  onSend: (denuncia: Denuncia) => Promise<void>
  onFailure: (failure: unknown) => void
}

/** Why something is reported, and in her own words. */
export function DenunciaForm({ draft, question, onSend, onFailure }: DenunciaFormProps) {
  const { motivo } = draft.initial
  const form = useForm<Denunciando>({
    draft,
    schema: () => z.object({ motivo: ruled((motivo: Motivo | '') => (motivo ? null : 'Elige un motivo.')) }),
    send: async (typed) => {
      if (!typed.motivo) return
      const contacto = typed.motivo === 'peligro' && typed.contacto
      await onSend({ motivo: typed.motivo, detalle: typed.detalle.trim() || null, contacto })
    },
    onFailure,
  })

  return (
    <Form of={form} className="grid gap-4">
      <Field label="Motivo" required={!motivo} error={form.errors.motivo}>
        <Select {...form.text('motivo')}>
          {!motivo && <option value="">Elige uno</option>}
          {Object.entries(MOTIVOS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={question} hint="Opcional">
        <Textarea {...form.text('detalle')} maxLength={1000} className="min-h-24" />
      </Field>
      <CrisisLine text={form.values.detalle} said={form.values.motivo === 'peligro'} />
      {form.values.motivo === 'peligro' && (
        <Checkbox
          {...form.checked('contacto')}
          label="El equipo puede escribirme"
          hint="Lo leerás en tu perfil. No sabrán quién eres."
        />
      )}
      <Button type="submit" size="lg" wide busy={form.busy}>
        Enviar denuncia
      </Button>
    </Form>
  )
}
