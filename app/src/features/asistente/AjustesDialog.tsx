import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import { useKey } from '../../lib/offline/useKey.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { ajustesOf, NOMBRE } from './ajustes.ts'

/** What the assistant is called; its picture is still to come. */
export function AjustesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Ajustes del asistente">
      {open && <AjustesForm onClose={onClose} />}
    </Dialog>
  )
}

function AjustesForm({ onClose }: { onClose: () => void }) {
  const [kept, keep] = useKey('assistantConfig')
  const ajustes = ajustesOf(kept)
  const draft = useFormDraft('asistente', { name: ajustes.name })
  const save = (typed: string) => {
    const name = typed.trim() || NOMBRE
    keep({ ...ajustes, name })
    onClose()
    toast({ title: 'Ajustes guardados', description: `Tu asistente ahora se llama ${name}.` })
  }
  const form = useForm({ draft, send: ({ name }) => save(name) })
  const cancel = () => {
    form.forget()
    onClose()
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
