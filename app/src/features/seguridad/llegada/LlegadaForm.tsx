import { useEffect, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../../components/form/Field.tsx'
import { Form, type FormOf, useForm } from '../../../components/form/Form.tsx'
import { messageOf, refusalOf, toServiceError } from '../../../lib/api/errors.ts'
import { pushState } from '../../../lib/device/push.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import type { Contacto } from '../contactos/contactos.ts'
import {
  type Borrador,
  borradorVacio,
  llegadaSchema,
  MODOS,
  momentsOf,
  OPCIONES_CADA,
  OPCIONES_EN,
} from './borrador.ts'
import { Chips } from './Chips.tsx'
import { atClock } from './cuando.ts'
import { RUNS_OTHERWISE, startOnce } from './iniciar.ts'
import { useStartLlegada } from './llegadas.ts'
import * as toasts from './toasts.ts'

type FormProps = {
  contactos: readonly Contacto[]
  /** Ids of the contacts whom the service can tell; null while that is not known. */
  alcanzables: ReadonlySet<string> | null
  onStarted: () => void
}

/** Where to, until when, with whom. It is active once the service said so, and this form stays until then. */
export function LlegadaForm({ contactos, alcanzables, onStarted }: FormProps) {
  // The same id until one has started, or turns out to be of another: an answer that got lost starts no second one.
  const draft = useFormDraft<Borrador>('llegada', borradorVacio)
  const [failure, setFailure] = useState('')
  const start = useStartLlegada()
  const form = useForm<Borrador>({
    draft,
    schema: () => llegadaSchema(),
    send: async (borrador) => {
      setFailure(navigator.onLine ? '' : OFFLINE)
      // Nothing has left this device: the one failure after which it is known that none is active.
      if (!navigator.onLine) return {}
      const { vence, cadaH, hasta } = momentsOf(borrador, new Date())!
      const { vence_en } = await startOnce(draft, (cliente_id) =>
        start.mutateAsync({
          cliente_id,
          destino: borrador.destino.trim(),
          nota: borrador.nota.trim(),
          vence_en: vence,
          cada_h: cadaH,
          hasta,
          contactos: borrador.aTodas ? null : [...borrador.elegidos],
        }),
      )
      // The service's own word: an earlier press may be what runs.
      toasts.llegadaStarted(new Date(vence_en))
      onStarted()
    },
    onFailure: (error) => setFailure(wordsOf(error)),
  })
  const { values, errors } = form
  const camino = values.modo === 'camino'

  return (
    <Form of={form} className="grid gap-4">
      <Chips
        legend="¿Cuándo te preguntamos?"
        name="modo"
        value={values.modo}
        options={MODOS}
        onChange={(modo) => form.change({ modo })}
      />
      <Field label={camino ? '¿A dónde vas? (opcional)' : '¿Dónde estás? (opcional)'}>
        <Input {...form.text('destino')} maxLength={120} autoComplete="off" enterKeyHint="done" />
      </Field>
      {camino ? (
        <>
          <Chips
            legend="Llego en"
            name="en"
            value={values.en}
            options={OPCIONES_EN}
            onChange={(en) => form.change({ en, hora: values.hora })}
          />
          {values.en === 'hora' && (
            <Field label="Hora" required error={errors.hora}>
              <Input type="time" {...form.text('hora')} />
            </Field>
          )}
        </>
      ) : (
        <>
          <Chips
            legend="Cada"
            name="cada"
            value={values.cada}
            options={OPCIONES_CADA}
            onChange={(cada) => form.change({ cada })}
          />
          <Field label="Hasta" required error={errors.hasta}>
            <Input type="time" {...form.text('hasta')} />
          </Field>
        </>
      )}
      <Promesa borrador={values} />
      <Quienes form={form} contactos={contactos} alcanzables={alcanzables} />
      <Field label="Una nota (opcional)" hint="La leen solo si se abre la alerta.">
        <Textarea {...form.text('nota')} maxLength={500} className="min-h-20" />
      </Field>
      {failure && (
        <p role="alert" className="rounded-card bg-alerta-suave px-4 py-3 text-[0.9375rem] text-alerta-texto">
          {failure}
        </p>
      )}
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Activando…">
        Activar
      </Button>
    </Form>
  )
}

const OFFLINE = 'No pudimos activarlo: no hay internet. Todavía no está activo.'

function wordsOf(error: unknown): string {
  const { isOffline, code } = toServiceError(error)
  if (isOffline || code === 'request_timeout')
    return 'El servicio no respondió y no sabemos si se activó. Presiona otra vez: no se activa dos veces.'
  if (code === RUNS_OTHERWISE) return messageOf(error)
  return `No pudimos activarlo. ${refusalOf(error) ?? messageOf(error)}`
}

type QuienesProps = Pick<FormProps, 'contactos' | 'alcanzables'> & { form: FormOf<Borrador> }

/** Whom the alert goes to, and whom it would not reach. */
function Quienes({ form, contactos, alcanzables }: QuienesProps) {
  const { values, errors } = form
  const choose = (id: string, chosen: boolean) =>
    form.change({ elegidos: chosen ? [...values.elegidos, id] : values.elegidos.filter((one) => one !== id) })
  const chosen = values.aTodas ? contactos : contactos.filter(({ id }) => values.elegidos.includes(id))
  const nobody =
    alcanzables !== null &&
    !chosen.some(({ id }) => alcanzables.has(id)) &&
    (values.aTodas || chosen.length > 0)

  return (
    <fieldset
      className="grid gap-1"
      aria-invalid={errors.elegidos ? true : undefined}
      aria-describedby="llegada-quienes"
    >
      <legend className="font-semibold text-[0.9375rem]">¿A quién le avisamos si no respondes?</legend>
      <Checkbox label="A todas las personas que aceptaron" {...form.checked('aTodas')} />
      {!values.aTodas &&
        contactos.map(({ id, nombre }) => (
          <Checkbox
            key={id}
            label={nombre}
            hint={alcanzables && !alcanzables.has(id) ? 'Por ahora no le llegaría.' : undefined}
            checked={values.elegidos.includes(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
      <p id="llegada-quienes" aria-live="polite" className="text-sm text-alerta-texto empty:hidden">
        {errors.elegidos}
      </p>
      {nobody && (
        <p role="status" className="rounded-card bg-maiz-suave px-4 py-3 text-[0.9375rem] text-maiz-texto">
          Por ahora no le llegaría a nadie: falta que alguien acepte y elija cómo recibirla.
        </p>
      )}
    </fieldset>
  )
}

/** What will happen, before she presses; and whether her devices can be asked while the app is closed. */
function Promesa({ borrador }: { borrador: Borrador }) {
  const reached = useReached()
  const now = new Date()
  const moments = momentsOf(borrador, now)
  if (!moments) return null
  const at = atClock(moments.vence, now)
  const camino = borrador.modo === 'camino'
  return (
    <p className="text-[0.9375rem] text-tinta-suave">
      {camino
        ? `Si ${at} no has dicho que llegaste, se abre tu alerta, también con el teléfono apagado.`
        : `La primera vez te preguntamos ${at}. Si no respondes, se abre tu alerta, también con el teléfono apagado.`}{' '}
      {reached
        ? `Te preguntamos ${camino ? '5 minutos y 1 minuto' : '15, 5 y 1 minutos'} antes, sin decir de qué se trata.`
        : 'Antes te preguntamos aquí, con la app abierta; con la app cerrada, solo si enciendes los avisos en tu agenda.'}
    </p>
  )
}

/** Whether a notice reaches this device with the app closed. */
function useReached(): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    pushState().then(
      (state) => setReached(state === 'encendido'),
      () => {},
    )
  }, [])
  return reached
}
