import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { textThat } from '../../../lib/form/schema.ts'
import { toLink } from './link.ts'

/** What a link of a long text leads to now (null: there is none yet), and what gives it another address, or takes it away. */
export type AskedLink = { href: string | null; set: (href: string | null) => void }

type LinkDialogProps = { link: AskedLink | null; onClose: () => void }

/** Where a link of a long text leads. Stands outside of the form that the text is in. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <Dialog open={link !== null} onClose={onClose} title={link?.href ? 'Cambiar enlace' : 'Poner un enlace'}>
      {link && <LinkForm link={link} onClose={onClose} />}
    </Dialog>
  )
}

function LinkForm({ link: { href, set }, onClose }: { link: AskedLink; onClose: () => void }) {
  const give = (address: string | null) => {
    onClose()
    set(address)
  }
  const form = useForm({
    initial: { direccion: href ?? '' },
    schema: () => z.object({ direccion: textThat(toLink, 'Escribe una página, un correo o un teléfono.') }),
    send: ({ direccion }) => give(toLink(direccion)),
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
          spellCheck="false"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          Poner enlace
        </Button>
        {href && (
          <Button look="quiet" onClick={() => give(null)}>
            Quitar enlace
          </Button>
        )}
      </div>
    </Form>
  )
}
