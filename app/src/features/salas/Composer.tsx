import { Mic, Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { controlClass } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { CrisisLine } from '../../components/help/CrisisLine.tsx'
import { isEnter } from '../../lib/device/enter.ts'
import { hasTexto, lengthOf } from '../../lib/text/readable.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { MAXIMO } from './texto.ts'

type EscribirProps = { texto: string; onTexto: (texto: string) => void; onSend: (texto: string) => void }

const SHOW_COUNT_FROM = MAXIMO - 200

/** Where she writes. Enter sends, Shift and Enter begin a new line. */
export function Composer({ texto, onTexto, onSend }: EscribirProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const length = lengthOf(texto.trim())
  const tooLong = length > MAXIMO
  const ready = hasTexto(texto)

  // As tall as what she wrote, up to a third of the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the text.
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight + 4, 160)}px`
  }, [texto])

  const form = useForm({
    kept: [{ texto }, (next) => onTexto(next.texto)],
    ready: () => ready && !tooLong,
    send: () => {
      onSend(texto.trim())
      onTexto('')
      field.current?.focus()
    },
  })
  const press = (event: KeyboardEvent) => {
    if (!isEnter(event.nativeEvent) || event.shiftKey) return
    event.preventDefault()
    form.submit()
  }

  return (
    <Form of={form} data-pie className="border-linea border-t bg-crema px-2 py-2 md:px-4">
      <CrisisLine text={texto} />
      <div className="flex items-end gap-1">
        <IconButton
          label="Adjuntar archivo"
          icon={<Paperclip aria-hidden="true" />}
          onClick={() => showUnderConstruction('Pronto podrás adjuntar archivos.')}
        />
        <textarea
          ref={field}
          {...form.text('texto')}
          rows={1}
          onKeyDown={press}
          placeholder="Escribe un mensaje..."
          aria-label="Escribe un mensaje"
          aria-invalid={tooLong || undefined}
          aria-describedby="largo-del-mensaje"
          enterKeyHint="send"
          autoComplete="off"
          className={`${controlClass} min-h-11 resize-none py-2`}
        />
        {ready ? (
          <button
            type="submit"
            aria-label="Enviar"
            disabled={tooLong}
            className="grid size-11 shrink-0 place-items-center rounded-full bg-jacaranda text-sobre-jacaranda transition-colors duration-150 hover:bg-jacaranda-viva disabled:opacity-60"
          >
            <SendHorizontal aria-hidden="true" className="size-5" />
          </button>
        ) : (
          <IconButton
            label="Grabar un mensaje de voz"
            icon={<Mic aria-hidden="true" />}
            onClick={() => showUnderConstruction('Pronto podrás grabar mensajes de voz.')}
          />
        )}
      </div>
      <p
        id="largo-del-mensaje"
        role={tooLong ? 'alert' : undefined}
        className={`px-12 pt-1 text-sm empty:hidden ${tooLong ? 'text-alerta-texto' : 'text-tinta-suave'}`}
      >
        {tooLong
          ? `Tu mensaje es muy largo: le sobran ${length - MAXIMO} caracteres.`
          : length > SHOW_COUNT_FROM && `Te quedan ${MAXIMO - length} caracteres.`}
      </p>
    </Form>
  )
}
