import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Form, useForm } from '../../../ui/Form.tsx'
import { toLink } from './link.ts'

type LinkDialogProps = {
  /** What the link leads to now; null in it: there is none yet. */
  link: { href: string | null } | null
  onClose: () => void
  onSet: (href: string | null) => void
}

/** Where a link of a long text leads. */
export function LinkDialog({ link, onClose, onSet }: LinkDialogProps) {
  return (
    <Dialog open={link !== null} onClose={onClose} title={link?.href ? 'Cambiar enlace' : 'Poner un enlace'}>
      {link && <LinkForm href={link.href} onSet={onSet} />}
    </Dialog>
  )
}

function LinkForm({ href, onSet }: { href: string | null; onSet: (href: string | null) => void }) {
  const form = useForm({
    initial: { direccion: href ?? '' },
    check: ({ direccion }) => ({
      direccion: toLink(direccion) ? '' : 'Escribe una página, un correo o un teléfono.',
    }),
    send: async ({ direccion }) => onSet(toLink(direccion)),
    leaves: true,
  })
  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="A dónde lleva"
        hint="Una página (www.ejemplo.mx), un correo o un teléfono."
        required
        error={form.errors.direccion}
      >
        <Input
          {...form.text('direccion')}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Poner enlace
        </Button>
        {href && (
          <Button look="quiet" onClick={() => onSet(null)}>
            Quitar enlace
          </Button>
        )}
      </div>
    </Form>
  )
}
