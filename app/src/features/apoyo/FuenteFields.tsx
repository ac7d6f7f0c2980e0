import { Field, Input } from '../../components/form/Field.tsx'
import type { FormOf } from '../../components/form/Form.tsx'

type Fuente = { fuente_url: string; fuente_fecha: string }

type FuenteFieldsProps = {
  /** A form that holds where a number comes from, among other things. */
  form: Pick<FormOf<Fuente>, 'text' | 'errors'>
  label: string
}

/** Where a number comes from, and of what day that is. */
export function FuenteFields({ form: { text, errors }, label }: FuenteFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={label} error={errors.fuente_url}>
        <Input
          {...text('fuente_url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://ejemplo.org"
        />
      </Field>
      <Field label="Fecha de la fuente" error={errors.fuente_fecha}>
        <Input {...text('fuente_fecha')} autoComplete="off" placeholder="2026-11-21" />
      </Field>
    </div>
  )
}
