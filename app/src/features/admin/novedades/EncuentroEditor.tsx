import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { FormSection } from '../../../components/dialog/FormSection.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { type AskedLink, LinkDialog } from '../richText/LinkDialog.tsx'
import { RichText } from '../richText/RichText.tsx'
import { sayDone, sayFailed, siNo } from '../toasts.ts'
import { wordsOf } from '../words.ts'
import {
  ANTES,
  type Borrador,
  begin,
  DURACIONES,
  type EncuentroAdmin,
  ESTADOS,
  encuentroSchema,
  tellMinutos,
  toRow,
  useSaveEncuentro,
} from './encuentros.ts'

type EncuentroEditorProps = {
  edicion: EncuentroAdmin | 'nuevo' | null
  /** When a new one would be held; open, unless said. */
  cuando?: Date | undefined
  onClose: () => void
}

export function EncuentroEditor({ edicion, cuando, onClose }: EncuentroEditorProps) {
  return (
    <FormSection
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nuevo' ? 'Nuevo evento' : 'Editar evento'}
    >
      {edicion && (
        <EncuentroForm original={edicion === 'nuevo' ? null : edicion} cuando={cuando} onSaved={onClose} />
      )}
    </FormSection>
  )
}

const tellAbre = (minutos: string) =>
  minutos === '0'
    ? 'Al empezar'
    : minutos === '1440'
      ? 'Un día antes'
      : `${tellMinutos(Number(minutos))} antes`

/** What another may have changed of it meanwhile: how each field is called, and how its value is read. */
const SHOWN: Readonly<
  Record<Exclude<keyof Borrador, 'premium'>, readonly [label: string, tell?: (value: string) => string]>
> = {
  clase: ['Qué es', (clase) => (clase === 'taller' ? 'Taller' : 'Evento')],
  titulo: ['Título'],
  descripcion: ['Descripción', wordsOf],
  fecha: ['Día'],
  hora: ['Hora'],
  minutos: ['Cuánto dura', (minutos) => tellMinutos(Number(minutos))],
  cabida: ['Lugares'],
  enlace: ['Enlace para entrar'],
  abre: ['Cuándo se ve el enlace', tellAbre],
  estado: ['Estado', (estado) => ESTADOS[estado as keyof typeof ESTADOS]],
}

/** A list's choices, and what a row has besides them. */
const withOwn = (choices: readonly number[], own: string) =>
  [...new Set([...choices, Number(own)])].sort((one, other) => one - other)

type EncuentroFormProps = { original: EncuentroAdmin | null; cuando: Date | undefined; onSaved: () => void }

function EncuentroForm({ original, cuando, onSaved }: EncuentroFormProps) {
  const edited = useEdited<EncuentroAdmin, Borrador>('encuentro', original, () => begin(original, cuando))
  const save = useSaveEncuentro()
  const form = useForm({
    draft: edited.draft,
    schema: encuentroSchema,
    send: async (values) => {
      await save.mutateAsync({ id: edited.id, base: edited.base, row: toRow(values) })
      sayDone(original ? 'Evento guardado' : 'Evento agregado')
      onSaved()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) sayFailed('No se pudo guardar el evento', failure)
    },
    leaves: true,
  })
  const { values, errors } = form
  const [link, setLink] = useState<AskedLink | null>(null)
  const now = begin(edited.base)

  return (
    <>
      <Form of={form} className="grid grid-cols-1 gap-4">
        <Changed
          news={edited.news}
          fields={[
            ...(Object.keys(SHOWN) as (keyof typeof SHOWN)[]).map((field) => {
              const [label, tellIt = String] = SHOWN[field]
              return [label, tellIt(now[field]), tellIt(values[field])] as const
            }),
            [`Solo ${brand.plans.premium.name}`, siNo(now.premium), siNo(values.premium)],
          ]}
        />
        <Field label="Qué es">
          <Select {...form.text('clase')}>
            <option value="evento">Evento</option>
            <option value="taller">Taller</option>
          </Select>
        </Field>
        <Field label="Título" required error={errors.titulo}>
          <Input {...form.text('titulo')} maxLength={120} autoComplete="off" />
        </Field>
        <Field
          label="Descripción"
          hint="Puedes pegarla de un procesador de textos."
          error={errors.descripcion}
        >
          <RichText
            label="Descripción"
            size="part"
            value={values.descripcion}
            onChange={(descripcion) => form.change({ descripcion })}
            readOnly={form.held}
            onLink={setLink}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Día" required error={errors.fecha}>
            <Input {...form.text('fecha')} type="date" />
          </Field>
          <Field label="Hora" required error={errors.hora}>
            <Input {...form.text('hora')} type="time" />
          </Field>
        </div>
        <Field label="Cuánto dura" hint="La hora es la de tu reloj; cada una la lee en el suyo">
          <Select {...form.text('minutos')}>
            {withOwn(DURACIONES, values.minutos).map((minutos) => (
              <option key={minutos} value={String(minutos)}>
                {tellMinutos(minutos)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Lugares"
          hint={
            now.estado === 'borrador'
              ? 'Vacío: sin límite'
              : 'Vacío: sin límite. Ya se publicó: pueden aumentar, no disminuir'
          }
          error={errors.cabida}
        >
          <Input {...form.text('cabida')} inputMode="numeric" maxLength={4} autoComplete="off" />
        </Field>
        <Field
          label="Enlace para entrar"
          hint="Solo lo lee quien tiene lugar, poco antes"
          error={errors.enlace}
        >
          <Input {...form.text('enlace')} type="url" inputMode="url" maxLength={500} autoComplete="off" />
        </Field>
        <Field label="Cuándo se ve el enlace">
          <Select {...form.text('abre')}>
            {withOwn(ANTES, values.abre).map((minutos) => (
              <option key={minutos} value={String(minutos)}>
                {minutos === 0
                  ? 'Al empezar'
                  : minutos === 1440
                    ? 'Un día antes'
                    : `${tellMinutos(minutos)} antes`}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox label={`Solo para el plan ${brand.plans.premium.name}`} {...form.checked('premium')} />
        <Field
          label="Estado"
          hint={
            values.estado === 'cancelado'
              ? 'Quien se apuntó lo lee en «Novedades»'
              : 'Un borrador no lo ve nadie'
          }
        >
          <Select {...form.text('estado')}>
            {Object.entries(ESTADOS)
              // Somebody may have signed up to what was published: it is cancelled, and she reads so.
              .filter(([value]) => value !== 'borrador' || now.estado === 'borrador')
              .map(([value, nombre]) => (
                <option key={value} value={value}>
                  {nombre}
                </option>
              ))}
          </Select>
        </Field>
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
      </Form>
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  )
}
