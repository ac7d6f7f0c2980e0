import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { type Reparo, readCodigo } from '../../lib/cofre/codigo.ts'
import { openByCodigo } from '../../lib/cofre/cofre.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { OPENED } from './opened.ts'

/** Opens the vault on this device: by the twelve words, or by what another device of hers shows. */
export function CodigoForm() {
  const { id } = useUser()
  const navigate = useNavigate()
  const form = useForm({
    initial: () => ({ codigo: pasoOfAddress() }),
    ready: ({ codigo }) => codigo.trim() !== '',
    send: async ({ codigo }) => {
      const read = await readCodigo(codigo)
      if ('reparo' in read) return { codigo: reparoText(read.reparo) }
      const answer = await openByCodigo(id, read)
      if (answer === 'desconocido') return { codigo: 'Ese código no abre tu llave. Revisa cada palabra.' }
      toast(OPENED[answer])
      navigate('/diario-emocional', { replace: true })
    },
    onFailure: (failure) => {
      toast({ title: 'No pudimos abrir tu llave', description: messageOf(failure), variant: 'destructive' })
    },
  })

  return (
    <Form of={form} className="grid gap-3">
      <Field label="Tus 12 palabras, o el código de tu otro dispositivo" error={form.errors.codigo}>
        <Textarea
          {...form.text('codigo')}
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          // Spell checking is off: some browsers send the text to a server for it.
          spellCheck="false"
        />
      </Field>
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Abriendo…">
        Abrir aquí
      </Button>
    </Form>
  )
}

/** What a scanned picture of another device leads here with; never sent, since it stands behind the `#`. */
function pasoOfAddress(): string {
  const paso = location.hash.slice(1)
  if (paso) history.replaceState(history.state, '', location.pathname)
  return paso
}

function reparoText(reparo: Reparo): string {
  if (reparo === 'otras') return 'Alguna palabra no es, o no está en su lugar.'
  if ('desconocida' in reparo) return `«${reparo.desconocida}» no es una de las palabras. ¿Está bien escrita?`
  return `Son 12 palabras; escribiste ${reparo.cuantas}. El código de tu otro dispositivo tiene 20 letras y números.`
}
