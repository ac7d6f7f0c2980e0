import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import { toast } from '../../lib/toast/toast.tsx'
import type { Ajustes } from './ajustes.ts'

type FormProps = { ajustes: Ajustes; onSave: (name: string) => void; onCancel: () => void }

/** What the assistant is called; its picture is still to come. */
export function AjustesDialog({ open, ...form }: FormProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={form.onCancel} title="Ajustes del asistente">
      {open && <AjustesForm {...form} />}
    </Dialog>
  )
}

function AjustesForm({ ajustes, onSave, onCancel }: FormProps) {
  const draft = useFormDraft('asistente', { name: ajustes.name })
  const form = useForm({ draft, send: ({ name }) => onSave(name) })
  const cancel = () => {
    form.forget()
    onCancel()
  }
  const announce = () =>
    toast({
      title: '🚧 Función en desarrollo',
      description: 'Pronto podrás subir una imagen personalizada.',
    })

  return (
    <Form of={form} className="grid gap-4">
      <div className="flex items-center gap-4">
        <Avatar src={ajustes.avatar} className="size-16" />
        <Button look="secondary" onClick={announce}>
          Subir imagen
        </Button>
      </div>
      <Field label="Nombre del asistente">
        <Input autoComplete="off" {...form.text('name')} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={cancel}>
          Cancelar
        </Button>
        <Button type="submit" size="lg">
          Guardar
        </Button>
      </div>
    </Form>
  )
}
