import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { filled } from '../../lib/form/schema.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { ALCANCES, tellEnd } from '../../lib/revision/medidas.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { type Decision, useAnswerDecision, useDecisiones } from './decisiones.ts'
import { Miradas } from './Miradas.tsx'
import { Recados } from './Recados.tsx'
import * as toasts from './toasts.ts'

const ANSWER_MS = 30 * 86_400_000

/** What the team decided about her, with her answer; and who saw her data. */
export function DecisionesSection() {
  const { data } = useDecisiones()
  return (
    <>
      <Recados />
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
  const { alcance, motivo, creada_en, hasta, apelacion, apelada_en, respuesta } = decision
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
      {apelacion && <p className="whitespace-pre-line">Respondiste: {readable(apelacion)}</p>}
      {apelada_en && !respuesta && (
        <p className="text-sm text-tinta-suave">Lo está leyendo otra persona del equipo.</p>
      )}
      {respuesta && <p>El equipo te respondió: {readable(respuesta)}</p>}
      {answerable && <AnswerForm id={decision.id} />}
      {apelacion && <Unsent id={decision.id} answered={apelacion} />}
    </li>
  )
}

function AnswerForm({ id }: { id: string }) {
  const answer = useAnswerDecision()
  // No dialog around it: what she writes about herself stays when she goes to another page and comes back.
  const [texto, write, forget] = useBorrador(`respuesta ${id}`, '')
  const form = useForm({
    kept: [{ texto }, (next) => write(next.texto)],
    schema: () => z.object({ texto: filled('Escribe tu respuesta.') }),
    send: async (sent) => {
      await answer.mutateAsync({ cual: id, texto: sent.texto.trim() })
      forget(sent.texto)
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

/** What she was still writing here when her one answer left from elsewhere: it cannot go, and stays hers to copy. */
function Unsent({ id, answered }: { id: string; answered: string }) {
  const [texto, , forget] = useBorrador(`respuesta ${id}`, '')
  if (!texto.trim() || texto.trim() === answered) return null
  return (
    <div className="grid justify-items-start gap-1 rounded-card bg-hundido p-3.5">
      <p className="text-sm">Esto se quedó aquí sin enviar: ya habías respondido.</p>
      <p className="whitespace-pre-line">{readable(texto)}</p>
      <Button look="quiet" className="-mx-2 px-2" onClick={() => forget()}>
        Descartar
      </Button>
    </div>
  )
}
