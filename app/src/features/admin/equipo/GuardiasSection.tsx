import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { required } from '../../../lib/form/schema.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { type Guardia, useAddGuardia, useEndGuardia, useGuardias } from './guardias.ts'

const DIAS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const hourOf = (time: string) => time.slice(0, 5)

/** Who is on duty at which hours of the week, and who is told now of what cannot wait. */
export function GuardiasSection() {
  const query = useGuardias()
  const [adding, setAdding] = useState(false)
  const now = query.data?.filter(({ ahora }) => ahora) ?? []
  return (
    <section aria-label="Guardias" className="grid gap-3">
      <h2 className="text-2xl">Guardias</h2>
      <p className="text-tinta-suave">
        Cuando alguien avisa de un peligro, le llega un correo y un aviso a quien está de guardia. Si no hay
        nadie, le llega a todas las que revisan.
      </p>
      <Button className="justify-self-start" look="secondary" onClick={() => setAdding(true)}>
        Tomar una guardia
      </Button>
      {query.data && (
        <p role="status" className="font-semibold wrap-anywhere">
          {now.length > 0
            ? `Ahora: ${now.map(({ nombre }) => readable(nombre)).join(', ')}.`
            : 'Ahora no hay nadie de guardia: se avisa a todas.'}
        </p>
      )}
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar las guardias."
        empty={<p className="text-tinta-suave">Nadie tiene guardias todavía.</p>}
      >
        {(list) => (
          <Card flush>
            <ul className="divide-y divide-linea">
              {list.map((guardia) => (
                <Renglon key={guardia.id} guardia={guardia} />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Tomar una guardia">
        {adding && <GuardiaForm onDone={() => setAdding(false)} />}
      </Dialog>
    </section>
  )
}

function Renglon({ guardia: { id, nombre, dia, desde, hasta, mia, ahora } }: { guardia: Guardia }) {
  const { has } = useSession()
  const end = useEndGuardia()
  const when = `${DIAS[dia - 1]}, de ${hourOf(desde)} a ${hourOf(hasta)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 p-3">
      <p className="grid min-w-0 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          <bdi translate="no" className="font-semibold">
            {mia ? 'Tú' : readable(nombre)}
          </bdi>
          {ahora && <Badge tone="salvia">Ahora</Badge>}
        </span>
        <span className="text-sm text-tinta-suave">
          <span className="inline-block first-letter:uppercase">{when}</span>
          {hasta <= desde && ' del día siguiente'}
        </span>
      </p>
      {(mia || has('administradora')) && (
        <Button
          look="quiet"
          className="-mx-2 px-2"
          busy={end.isPending}
          aria-label={`Dejar la guardia del ${when}`}
          onClick={() =>
            // By its promise, since callbacks of `mutate` are not called once this line has gone from the list.
            void end.mutateAsync(id).then(
              () => sayDone('Guardia retirada'),
              (failure) => sayFailed('No se pudo retirar', failure),
            )
          }
        >
          Dejar
        </Button>
      )}
    </li>
  )
}

function GuardiaForm({ onDone }: { onDone: () => void }) {
  const add = useAddGuardia()
  const form = useForm({
    draft: useFormDraft('guardia', { dia: '1', desde: '', hasta: '' }),
    schema: () => z.object({ desde: required('Di desde qué hora.'), hasta: required('Di hasta qué hora.') }),
    send: async ({ dia, desde, hasta }) => {
      await add.mutateAsync({ dia: Number(dia), desde, hasta })
      sayDone('Guardia guardada')
      onDone()
    },
    onFailure: (failure) => sayFailed('No se pudo guardar', failure),
    leaves: true,
  })
  return (
    <Form of={form} className="grid gap-4">
      <p className="text-tinta-suave">Se repite cada semana, en la hora de la casa.</p>
      <Field label="Día">
        <Select {...form.text('dia')}>
          {DIAS.map((dia, index) => (
            <option key={dia} value={String(index + 1)}>
              {dia}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Desde" required error={form.errors.desde}>
          <Input {...form.text('desde')} type="time" />
        </Field>
        <Field label="Hasta" required error={form.errors.hasta}>
          <Input {...form.text('hasta')} type="time" />
        </Field>
      </div>
      <Button type="submit" size="lg" wide busy={form.busy}>
        Guardar
      </Button>
    </Form>
  )
}
