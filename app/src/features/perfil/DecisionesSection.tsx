import { useFormDraft } from '../../data/borrador.ts'
import { ALCANCES, tellEnd } from '../../lib/revision/medidas.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { type Decision, useAnswerDecision, useDecisiones } from './decisiones.ts'
import { Miradas } from './Miradas.tsx'
import * as toasts from './toasts.ts'

const ANSWER_MS = 30 * 86_400_000

/** What the team decided about her, with her answer; and who saw her data. */
export function DecisionesSection() {
  const { data } = useDecisiones()
  return (
    <>
      {data && data.length > 0 && (
        <Card as="section" aria-labelledby="decisiones" className="grid gap-4">
          <h2 id="decisiones" className="text-xl">
            Decisiones del equipo
          </h2>
          <ul className="grid gap-4">
            {data.map((decision) => (
              <Tomada key={decision.id} decision={decision} />
            ))}
          </ul>
        </Card>
      )}
      <Collapsible title="Quién vio mis datos">
        <Miradas />
      </Collapsible>
    </>
  )
}

function Tomada({ decision }: { decision: Decision }) {
  const { alcance, motivo, creada_en, hasta, apelada_en, respuesta } = decision
  const holds = hasta === 'infinity' || new Date(hasta) > new Date()
  const answerable = holds && !apelada_en && Date.now() - Date.parse(creada_en) < ANSWER_MS
  return (
    <li className="grid gap-2 wrap-anywhere">
      <p>
        <span className="font-semibold">{ALCANCES[alcance].nombre}</span>
        <span className="text-tinta-suave">
          {' '}
          · {longFecha(new Date(creada_en))}
          {alcance !== 'falta' && `, ${tellEnd(hasta)}`}
        </span>
      </p>
      <p>Motivo: {readable(motivo)}</p>
      {apelada_en && !respuesta && (
        <p className="text-sm text-tinta-suave">Respondiste. Lo está leyendo otra persona del equipo.</p>
      )}
      {respuesta && <p>El equipo te respondió: {readable(respuesta)}</p>}
      {answerable && <AnswerForm id={decision.id} />}
    </li>
  )
}

function AnswerForm({ id }: { id: string }) {
  const answer = useAnswerDecision()
  const form = useForm({
    draft: useFormDraft(`respuesta ${id}`, { texto: '' }),
    check: ({ texto }) => (texto.trim() ? {} : { texto: 'Escribe tu respuesta.' }),
    send: async ({ texto }) => {
      await answer.mutateAsync({ cual: id, texto: texto.trim() })
      toasts.answered()
    },
    onFailure: (failure) => {
      toasts.answerFailed(failure)
    },
  })
  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="Tu respuesta"
        hint="Puedes responder una vez. La lee y la decide otra persona"
        required
        error={form.errors.texto}
      >
        <Textarea {...form.text('texto')} maxLength={2000} />
      </Field>
      <Button type="submit" look="secondary" className="justify-self-start" busy={form.busy}>
        Responder
      </Button>
    </Form>
  )
}
