import { Save } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { BorradorEstado } from '../../components/form/BorradorEstado.tsx'
import { Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import type { Fecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import type { Registro } from './diaryDrafts.ts'
import { diaryDrafts, type Entrada, useDiaryDrafts } from './entradas.ts'
import { pregunta, reparo, titulo } from './texto.ts'
import * as toasts from './toasts.ts'

type EditorProps = {
  fecha: Fecha
  /** What the service has for the day. */
  entrada: Entrada | undefined
  /** What she has typed and not saved yet. */
  registro: Registro | undefined
  /** The service could not say what it has. */
  unknown: boolean
  /** She pressed «Editar»: the words wait for her. */
  focus: boolean
  onDone: () => void
}

/** The page of a day. Every letter is on the device before the next one; «Guardar» brings it to the service. */
export function Editor({ fecha, entrada, registro, unknown, focus, onDone }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hoy = useToday()
  const { durable } = useDiaryDrafts()
  const contenido = registro?.contenido ?? entrada?.contenido ?? ''
  const base = registro ? registro.base : (entrada?.actualizado_en ?? null)

  useEffect(() => {
    if (!focus || !field.current) return
    // She goes on writing where she ended.
    const { value } = field.current
    field.current.focus()
    field.current.setSelectionRange(value.length, value.length)
    field.current.scrollTop = field.current.scrollHeight
  }, [focus])

  const type = (text: string) => {
    // The text equals the saved entry again, so there is no draft to keep.
    if (text === (entrada?.contenido ?? '') && base === (entrada?.actualizado_en ?? null)) {
      void diaryDrafts.discard(fecha)
    } else diaryDrafts.write(fecha, text, base)
  }

  const form = useForm({
    kept: [{ contenido }, (next) => type(next.contenido)],
    ready: isSavable,
    send: async () => {
      if (!registro) diaryDrafts.write(fecha, contenido, base)
      const result = await diaryDrafts.save(fecha)
      if (result === 'saved') toasts.entradaSaved()
      if (result === 'ready') toasts.savedHere()
      onDone()
    },
    onFailure: toasts.saveFailed,
  })

  const discard = () => {
    void diaryDrafts.discard(fecha)
    if (registro) toasts.discarded(() => diaryDrafts.write(fecha, registro.contenido, registro.base))
    onDone()
  }

  return (
    <Form of={form} className="grid gap-3">
      {unknown && (
        <p className="text-sm text-tinta-suave">
          Puedes escribir. Si este día ya tenía una entrada, verás las dos y elegirás.
        </p>
      )}
      <Textarea
        ref={field}
        aria-label={`Tu entrada del ${titulo(fecha).toLowerCase()}`}
        placeholder={pregunta(fecha, hoy)}
        className="field-sizing-content max-h-[60dvh] min-h-56"
        dir="auto"
        // Spell checking is off: some browsers send the text to a server for it.
        spellCheck="false"
        autoComplete="off"
        readOnly={form.busy}
        {...form.text('contenido')}
      />
      <BorradorEstado draft={registro} durable={durable} otherwise="guarda la entrada" />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          busy={form.busy}
          busyLabel="Guardando…"
          icon={<Save aria-hidden="true" className="size-5" />}
        >
          Guardar
        </Button>
        {(registro || entrada) && (
          <Button look="quiet" onClick={discard}>
            {registro ? 'Descartar borrador' : 'Cancelar'}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Whether there is something to save, and not too much of it; says so where that is not so. */
function isSavable({ contenido }: { contenido: string }): boolean {
  const problem = reparo(contenido)
  if (problem === 'vacía') toasts.incompleteDatos()
  if (problem === 'larga') toasts.tooLong()
  return problem === null
}
