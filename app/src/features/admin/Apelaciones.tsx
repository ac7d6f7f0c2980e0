import { useBorrador } from '../../data/borrador.ts'
import { ALCANCES, tellEnd } from '../../lib/revision/medidas.ts'
import { readable } from '../../lib/text/readable.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Select } from '../../ui/Select.tsx'
import { sayDone, sayFailed } from './toasts.ts'
import { type Apelacion, useApelaciones, useResolveApelacion } from './usuarias.ts'

/** What members answered to a decision about them. */
export function Apelaciones() {
  const query = useApelaciones()
  return (
    <QueryView
      query={query}
      errorMessage="No se pudieron cargar las respuestas."
      empty={<p className="text-tinta-suave">Nadie espera respuesta a una decisión.</p>}
    >
      {(list) => (
        <ul className="grid gap-4">
          {list.map((apelacion) => (
            <Tarjeta key={apelacion.id} apelacion={apelacion} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

function Tarjeta({ apelacion }: { apelacion: Apelacion }) {
  const { nombre, alcance, motivo, hasta, puede } = apelacion
  return (
    <Card as="li" className="grid gap-3">
      <h3 className="font-sans font-semibold text-base wrap-anywhere">
        <bdi>{nombre === null ? 'Quien escribió una historia anónima' : readable(nombre) || 'Anónima'}</bdi>
        <span className="font-normal text-tinta-suave">
          {' '}
          · {ALCANCES[alcance].nombre}, {tellEnd(hasta)}
        </span>
      </h3>
      <p className="text-sm text-tinta-suave wrap-anywhere">Motivo: {readable(motivo)}</p>
      <blockquote
        dir="auto"
        className="rounded-card rounded-bl-md border border-linea bg-crema px-3.5 py-2 whitespace-pre-line wrap-anywhere [unicode-bidi:isolate]"
      >
        {readable(apelacion.apelacion)}
      </blockquote>
      {puede ? (
        <ResolveForm apelacion={apelacion} />
      ) : (
        <p className="text-sm">La decide otra persona del equipo, no quien tomó la decisión.</p>
      )}
    </Card>
  )
}

const VACIA = { respuesta: '', levanta: 'no' }

function ResolveForm({ apelacion: { id } }: { apelacion: Apelacion }) {
  const resolve = useResolveApelacion()
  // No dialog around it: it stays when she goes to another room and comes back.
  const [draft, write, forget] = useBorrador(`apelación ${id}`, VACIA)
  const form = useForm({
    kept: [draft, write],
    check: ({ respuesta }) => (respuesta.trim() ? {} : { respuesta: 'Escribe qué le respondes.' }),
    send: async (sent) => {
      const { respuesta, levanta } = sent
      await resolve.mutateAsync({ cual: id, levanta: levanta === 'sí', respuesta: respuesta.trim() })
      forget(sent)
      sayDone('Le respondiste')
    },
    onFailure: (failure) => sayFailed('No se pudo responder', failure),
  })
  return (
    <Form of={form} className="grid gap-3">
      <Field label="Tu respuesta" hint="Ella la leerá" required error={form.errors.respuesta}>
        <Textarea {...form.text('respuesta')} maxLength={1000} />
      </Field>
      <Field label="Qué decides">
        <Select {...form.text('levanta')}>
          <option value="no">Se mantiene</option>
          <option value="sí">Se levanta</option>
        </Select>
      </Field>
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        Responder
      </Button>
    </Form>
  )
}
