import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { nombreOf } from '../../lib/cuenta/nombre.ts'
import { written } from '../../lib/form/schema.ts'
import { usePerfil } from '../../lib/member/perfil.ts'
import { hasPeligro } from '../../lib/revision/peligro.ts'
import { rastros } from '../../lib/revision/privacidad.ts'
import { useUser } from '../../lib/session/session.tsx'
import { lengthOf } from '../../lib/text/readable.ts'
import type { Borrador } from './historias.ts'
import { Peligro } from './Peligro.tsx'
import { Rastros } from './Rastros.tsx'
import * as toasts from './toasts.ts'

/** As many as the database takes. */
const TITULO_MAX = 200
const CONTENIDO_MAX = 20_000

export type Campos = Pick<Borrador, 'titulo' | 'contenido' | 'anonima'>

type HistoriaFormProps = {
  draft: Campos
  onChange: (campos: Campos) => void
  onSend: () => Promise<void>
  busy: boolean
  /** What stands beside the button. */
  children?: ReactNode
}

/** Title, text and signature of a story, new or changed; checks it on the device before it goes. */
export function HistoriaForm({ draft, onChange, onSend, busy, children }: HistoriaFormProps) {
  const { titulo, contenido, anonima } = draft
  const [warned, setWarned] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const whole = useDeferredValue(`${titulo}\n${contenido}`)
  const peligro = useMemo(() => hasPeligro(whole), [whole])
  const hallazgos = useMemo(() => (warned ? rastros(whole) : []), [warned, whole])

  const send = async () => {
    await onSend()
    setWarned(false)
  }
  const form = useForm({
    kept: [draft, onChange],
    schema: () =>
      z.object({ titulo: written('Escribe un título.'), contenido: written('Escribe tu historia.') }),
    onRefused: toasts.emptyCampos,
    send: async (story) => {
      if (lengthOf(story.contenido) > CONTENIDO_MAX) toasts.tooLong(CONTENIDO_MAX)
      else if (rastros(`${story.titulo}\n${story.contenido}`).length > 0) setWarned(true)
      else await send()
    },
  })

  return (
    <Form of={form} className="grid gap-4">
      <Field label="Título" required error={form.errors.titulo}>
        <Input
          {...form.text('titulo')}
          maxLength={TITULO_MAX}
          autoComplete="off"
          spellCheck="false"
          dir="auto"
        />
      </Field>
      <Field label="Tu historia" required error={form.errors.contenido}>
        <Textarea
          ref={text}
          {...form.text('contenido')}
          autoComplete="off"
          // Spell checking is off: some browsers send the text to a server for it.
          spellCheck="false"
          dir="auto"
          className="field-sizing-content max-h-[60dvh] min-h-40"
        />
      </Field>
      <Peligro visible={peligro} />
      <Checkbox
        label="Publicar como anónima"
        {...form.checked('anonima')}
        hint={<Firma anonima={anonima} />}
      />
      {hallazgos.length > 0 ? (
        <Rastros
          hallazgos={hallazgos}
          busy={busy}
          onBack={() => {
            setWarned(false)
            text.current?.focus()
          }}
          onSend={() => void send()}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" size="lg" busy={busy} busyLabel="Enviando…">
            Enviar para revisión
          </Button>
          {children}
        </div>
      )}
      <p className="text-sm text-tinta-suave">
        Todos los textos son revisados por nuestro equipo antes de publicarse.
      </p>
    </Form>
  )
}

/** Under which name it will be read. */
function Firma({ anonima }: { anonima: boolean }) {
  const { user_metadata } = useUser()
  const { data: perfil } = usePerfil()
  if (anonima) return 'Nadie sabrá que es tuya: ni otras integrantes ni el equipo.'
  return (
    <>
      Todas leerán tu nombre: <bdi translate="no">{nombreOf(perfil?.username, user_metadata)}</bdi>
    </>
  )
}
