import { type FormEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { usePerfil } from '../../data/perfil.ts'
import { useUser } from '../../data/session.tsx'
import { nombreOf } from '../../lib/cuenta/nombre.ts'
import { hasPeligro } from '../../lib/revision/peligro.ts'
import { rastros } from '../../lib/revision/privacidad.ts'
import { hasTexto, lengthOf } from '../../lib/text/readable.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import type { Borrador } from './historias.ts'
import { Peligro } from './Peligro.tsx'
import { Rastros } from './Rastros.tsx'
import * as toasts from './toasts.ts'

/** As many as the database takes. */
const TITULO_MAX = 200
const CONTENIDO_MAX = 20_000

type Campos = Pick<Borrador, 'titulo' | 'contenido' | 'anonima'>

type HistoriaFormProps<Draft extends Campos> = {
  draft: Draft
  onChange: (draft: Draft) => void
  onSend: () => Promise<void>
  busy: boolean
  /** What stands beside the button. */
  children?: ReactNode
}

/** Title, text and signature of a story, new or changed; looks at it on the device before it goes. */
export function HistoriaForm<Draft extends Campos>({
  draft,
  onChange,
  onSend,
  busy,
  children,
}: HistoriaFormProps<Draft>) {
  const { titulo, contenido, anonima } = draft
  const [missing, setMissing] = useState(false)
  const [warned, setWarned] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const whole = useDeferredValue(`${titulo}\n${contenido}`)
  const peligro = useMemo(() => hasPeligro(whole), [whole])
  const hallazgos = useMemo(() => (warned ? rastros(whole) : []), [warned, whole])

  const send = async () => {
    if (busy) return
    await onSend()
    setWarned(false)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = !hasTexto(titulo) || !hasTexto(contenido)
    setMissing(empty)
    if (empty) return toasts.emptyCampos()
    if (lengthOf(contenido) > CONTENIDO_MAX) return toasts.tooLong(CONTENIDO_MAX)
    if (rastros(`${titulo}\n${contenido}`).length > 0) return setWarned(true)
    void send()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Título" required error={missing && !hasTexto(titulo) && 'Escribe un título.'}>
        <Input
          value={titulo}
          maxLength={TITULO_MAX}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={({ target }) => onChange({ ...draft, titulo: target.value })}
        />
      </Field>
      <Field label="Tu historia" required error={missing && !hasTexto(contenido) && 'Escribe tu historia.'}>
        <Textarea
          ref={text}
          value={contenido}
          autoComplete="off"
          // Spell checking is off: some browsers send the text to a server for it.
          spellCheck={false}
          dir="auto"
          onChange={({ target }) => onChange({ ...draft, contenido: target.value })}
          className="field-sizing-content max-h-[60dvh] min-h-40"
        />
      </Field>
      <Peligro visible={peligro} />
      <Checkbox
        label="Publicar como anónima"
        checked={anonima}
        onChange={({ target }) => onChange({ ...draft, anonima: target.checked })}
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
    </form>
  )
}

/** Under which name it will be read. */
function Firma({ anonima }: { anonima: boolean }) {
  const { user_metadata } = useUser()
  const { data: perfil } = usePerfil()
  if (anonima) return 'Nadie sabrá que es tuya: ni otras integrantes ni el equipo.'
  return (
    <>
      Todas leerán tu nombre: <bdi>{nombreOf(perfil?.username, user_metadata)}</bdi>
    </>
  )
}
