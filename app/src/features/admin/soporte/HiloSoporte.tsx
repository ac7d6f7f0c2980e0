import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { cx } from '../../../components/cx.ts'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Field, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { ServiceError } from '../../../lib/api/errors.ts'
import { written } from '../../../lib/form/schema.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { type MensajeDelHilo, useAnswerHilo, useHiloSoporte } from './soporte.ts'

/** What one member wrote, and the answer. */
export function HiloSoporte({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useHiloSoporte(id)
  return (
    <QueryView query={query} errorMessage="No se pudo abrir." empty="Esta conversación ya no está.">
      {(mensajes) => (
        <div className="grid gap-4">
          <ol className="grid gap-3">
            {mensajes.map((mensaje) => (
              <Mensaje key={mensaje.id} mensaje={mensaje} />
            ))}
          </ol>
          <AnswerForm
            id={id}
            last={mensajes[mensajes.length - 1]!}
            onDone={onDone}
            onStale={() => void query.refetch()}
          />
        </div>
      )}
    </QueryView>
  )
}

function Mensaje({ mensaje: { del_equipo, texto, codigo, creado_en } }: { mensaje: MensajeDelHilo }) {
  const moment = new Date(creado_en)
  return (
    <li
      className={cx(
        'grid max-w-[92%] gap-1 rounded-card border px-3.5 py-2.5',
        del_equipo
          ? 'justify-self-end border-transparent bg-jacaranda-suave'
          : 'justify-self-start border-linea bg-fondo',
      )}
    >
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {readable(texto)}
      </p>
      <p className="text-sm text-tinta-suave">
        {del_equipo ? 'El equipo' : 'Ella'} · {longFecha(moment)}, {shortHora(moment)}
        {codigo && (
          <>
            {' '}
            · Código <span className="select-all font-semibold">{codigo}</span>
          </>
        )}
      </p>
    </li>
  )
}

type AnswerFormProps = { id: string; last: MensajeDelHilo; onDone: () => void; onStale: () => void }

function AnswerForm({ id, last, onDone, onStale }: AnswerFormProps) {
  const answer = useAnswerHilo()
  const send = async (texto: string | null, done: string) => {
    await answer.mutateAsync({ cual: id, visto: last.id, texto })
    sayDone(done)
    onDone()
  }
  const failed = (failure: unknown) => {
    // Somebody wrote meanwhile: it is shown, and what she typed stays.
    if (failure instanceof ServiceError && failure.code === 'PT409') onStale()
    sayFailed('No se envió', failure)
  }
  const form = useForm({
    draft: useFormDraft(`respuesta de soporte ${id}`, { texto: '' }),
    schema: () => z.object({ texto: written('Escribe tu respuesta.') }),
    send: ({ texto }) => send(texto.trim(), 'Respuesta enviada'),
    onFailure: failed,
  })
  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="Tu respuesta"
        hint="Va de parte del equipo, sin tu nombre"
        required
        error={form.errors.texto}
      >
        <Textarea
          {...form.text('texto')}
          maxLength={4000}
          className="field-sizing-content max-h-60 min-h-24"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.busy} busyLabel="Enviando…">
          Responder
        </Button>
        {!last.del_equipo && (
          <Button look="quiet" onClick={() => void send(null, 'Ya no espera respuesta').catch(failed)}>
            No necesita respuesta
          </Button>
        )}
      </div>
    </Form>
  )
}
