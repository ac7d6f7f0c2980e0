import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Progress } from '../../components/feedback/Progress.tsx'
import { Changed } from '../../components/form/Changed.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { controlClass, Field, Input, Textarea, useFieldProps } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { useEdited } from '../../lib/api/useEditedRow.ts'
import { rechazoOfFoto } from '../../lib/device/foto.ts'
import { useFoto } from './foto.ts'
import { MODALIDADES, MONEDAS } from './perfilProfesional.ts'
import { type Ficha, type Terapeuta, useSaveTerapeuta } from './terapeutas.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorOf, camposOf, LIMITES, terapeutaSchema } from './validar.ts'

/** What the form is about: a new therapist, one that exists, or nothing while it is closed. */
export type Edicion = Terapeuta | 'nueva' | null

type TerapeutaDialogProps = { edicion: Edicion; onClose: () => void }

export function TerapeutaDialog({ edicion, onClose }: TerapeutaDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nueva' ? 'Agregar terapeuta' : 'Editar terapeuta'}
    >
      {edicion && <TerapeutaForm original={edicion === 'nueva' ? null : edicion} onClose={onClose} />}
    </Dialog>
  )
}

function TerapeutaForm({ original, onClose }: { original: Terapeuta | null; onClose: () => void }) {
  const edited = useEdited<Ficha, Borrador>('terapeuta', original, () => borradorOf(original))
  const saveTerapeuta = useSaveTerapeuta()
  const foto = useFoto()
  const form = useForm({
    draft: edited.draft,
    schema: () => terapeutaSchema(),
    send: async (borrador) => {
      const read = await camposOf(borrador)
      if ('errores' in read) return read.errores
      const { id, base } = edited
      const foto_url = borrador.foto ? await foto.send(borrador.foto) : borrador.foto_url
      await saveTerapeuta.mutateAsync({ id, base, campos: { ...read.campos, foto_url } })
      if (base?.foto_url && base.foto_url !== foto_url) foto.remove(base.foto_url)
      toasts.terapeutaSaved(original === null)
      onClose()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) toasts.error(failure)
    },
    leaves: true,
  })
  const text = (campo: Exclude<keyof Borrador, 'visible' | 'modalidades' | 'foto' | 'foto_url'>) => ({
    ...form.text(campo),
    autoComplete: 'off',
  })
  const { modalidades, foto: chosen, foto_url } = form.values

  const phone = { type: 'tel', inputMode: 'tel', placeholder: '+52 55 1234 5678' } as const
  return (
    <Form of={form} className="grid gap-4">
      <Changed news={edited.news} fields={differences(edited.base, form.values)} />
      <Field label="Nombre" required error={form.errors.nombre}>
        <Input {...text('nombre')} maxLength={LIMITES.nombre} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Especialidad">
          <Input {...text('especialidad')} maxLength={LIMITES.especialidad} />
        </Field>
        <Field label="Ciudad">
          <Input {...text('ciudad')} maxLength={LIMITES.ciudad} />
        </Field>
        <Field label="Teléfono" error={form.errors.telefono}>
          <Input {...text('telefono')} {...phone} />
        </Field>
        <Field label="WhatsApp" error={form.errors.whatsapp}>
          <Input {...text('whatsapp')} {...phone} />
        </Field>
      </div>
      <Field label="Contacto" hint="Horario, modalidad o cómo pedir cita. Lo leen todas.">
        <Textarea {...text('contacto')} maxLength={LIMITES.contacto} className="min-h-20" />
      </Field>
      <fieldset>
        <legend className="font-semibold text-[0.9375rem]">Modalidad</legend>
        {MODALIDADES.map((modalidad) => (
          <Checkbox
            key={modalidad}
            label={modalidad[0]!.toUpperCase() + modalidad.slice(1)}
            checked={modalidades.includes(modalidad)}
            onChange={({ target }) =>
              form.change({
                // In the order in which they are shown.
                modalidades: MODALIDADES.filter((one) =>
                  one === modalidad ? target.checked : modalidades.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Field label="Idiomas" hint="Separados por comas." error={form.errors.idiomas}>
        <Input {...text('idiomas')} />
      </Field>
      <Field label="Enfoques" hint="Cómo trabaja, separado por comas." error={form.errors.enfoques}>
        <Input {...text('enfoques')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Precio desde" hint="0: sin costo." error={form.errors.precio_desde}>
          <Input {...text('precio_desde')} inputMode="numeric" maxLength={8} />
        </Field>
        <Field label="Precio hasta" hint="Vacío si es uno solo." error={form.errors.precio_hasta}>
          <Input {...text('precio_hasta')} inputMode="numeric" maxLength={8} />
        </Field>
        <Field label="Moneda" hint="En la que cobra.">
          <Select {...form.text('moneda')}>
            {MONEDAS.map((moneda) => (
              <option key={moneda}>{moneda}</option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className="grid gap-4 rounded-card bg-hundido p-3.5">
        <legend className="sr-only">Verificación</legend>
        <p className="text-sm text-tinta-suave">
          Dice «Verificada» solo con las tres cosas: su cédula, dónde la consultaste y qué día. Si cambias la
          cédula o el lugar, pon otra vez el día.
        </p>
        <Field label="Cédula profesional" error={form.errors.cedula}>
          <Input {...text('cedula')} maxLength={LIMITES.cedula} />
        </Field>
        <Field
          label="Dónde la consultaste"
          hint="Por ejemplo, en el Registro Nacional de Profesionistas."
          error={form.errors.cedula_fuente}
        >
          <Input {...text('cedula_fuente')} maxLength={LIMITES.cedula_fuente} />
        </Field>
        <Field label="Consultada el" error={form.errors.verificada_el}>
          <Input type="date" {...text('verificada_el')} />
        </Field>
      </fieldset>
      <Field
        label="Foto"
        hint="Con su permiso. Se recorta al centro; el lugar y la fecha en que se tomó no se guardan."
        error={chosen ? rechazoOfFoto(chosen) : undefined}
      >
        <FotoInput disabled={form.held} onFile={(file) => form.change({ foto: file })} />
      </Field>
      {foto_url && !chosen && (
        <div className="flex items-center gap-3">
          <Avatar src={foto_url} alt="Su foto de ahora" className="size-16" />
          <Button look="quiet" onClick={() => form.change({ foto_url: null })}>
            Quitar la foto
          </Button>
        </div>
      )}
      {foto.part !== null && <Progress label="Subiendo la foto" value={foto.part} />}
      <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          look="secondary"
          size="lg"
          onClick={() => {
            form.forget()
            onClose()
          }}
        >
          Cancelar
        </Button>
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
      </div>
    </Form>
  )
}

function FotoInput({ disabled, onFile }: { disabled: boolean; onFile: (file: File | null) => void }) {
  return (
    <input
      {...useFieldProps()}
      type="file"
      accept="image/*"
      disabled={disabled}
      className={controlClass}
      onChange={({ target }) => onFile(target.files?.[0] ?? null)}
    />
  )
}

const NOMBRES = {
  nombre: 'Nombre',
  especialidad: 'Especialidad',
  ciudad: 'Ciudad',
  telefono: 'Teléfono',
  whatsapp: 'WhatsApp',
  contacto: 'Contacto',
  idiomas: 'Idiomas',
  enfoques: 'Enfoques',
  precio_desde: 'Precio desde',
  precio_hasta: 'Precio hasta',
  moneda: 'Moneda',
  cedula: 'Cédula profesional',
  cedula_fuente: 'Dónde la consultaste',
  verificada_el: 'Consultada el',
} as const

/** What is there now beside what the form has. */
function differences(base: Ficha | null, written: Borrador) {
  const now = borradorOf(base)
  return [
    ...(Object.keys(NOMBRES) as (keyof typeof NOMBRES)[]).map(
      (campo) => [NOMBRES[campo], now[campo], written[campo].trim()] as const,
    ),
    ['Modalidad', now.modalidades.join(', '), written.modalidades.join(', ')] as const,
    ['Visible', now.visible ? 'sí' : 'no', written.visible ? 'sí' : 'no'] as const,
  ]
}
