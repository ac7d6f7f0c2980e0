import { type KeyboardEvent, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { isEnter } from '../../../lib/device/enter.ts'
import { filled } from '../../../lib/form/schema.ts'
import { useBorrador } from '../../../lib/offline/drafts.ts'
import { sayFailed } from '../toasts.ts'
import { FRASES, firstRazon, type Opcion } from './clases.ts'
import { type Espera, type Leido, nameOf } from './cola.ts'
import type { Palabras } from './useReviewDesk.ts'

const VACIA: Palabras = { razon: '', palabras: '', iguales: false, paraQuienAviso: '' }

type DecisionFormProps = {
  cosa: Espera
  leido: Leido
  opcion: Opcion
  /** Rejects where it was not made. */
  onDecide: (palabras: Palabras) => Promise<void>
  onCancel: () => void
}

/** The reason of a decision, and words for her; what is typed outlives a reload. */
export function DecisionForm({ cosa, leido, opcion, onDecide, onCancel }: DecisionFormProps) {
  const [draft, write, forget] = useBorrador(`decisión ${nameOf(cosa)} ${opcion.que}`, VACIA)
  const first = firstRazon(opcion, cosa.motivos)
  const form = useForm({
    // No dialog around it: it stays when she goes to another page and comes back.
    kept: [draft, write],
    schema:
      opcion.palabras === 'debe'
        ? () => z.object({ palabras: filled('Escribe lo que ella va a leer.') })
        : undefined,
    send: async (sent) => {
      await onDecide({ ...sent, razon: sent.razon || first })
      forget(sent)
    },
    onFailure: (failure) => sayFailed('No se pudo decidir', failure),
  })
  const begin = useRef<HTMLDivElement>(null)
  useEffect(() => begin.current?.querySelector<HTMLElement>('textarea, [type=submit]')?.focus(), [])
  const frase = cosa.clase === 'historia' ? FRASES[form.values.razon || first] : undefined
  const press = (event: KeyboardEvent) => {
    if (isEnter(event.nativeEvent) && (event.ctrlKey || event.metaKey)) form.submit()
    else if (event.key === 'Escape') onCancel()
    else return
    event.preventDefault()
  }

  return (
    <Form of={form} className="grid gap-4 border-linea border-t pt-4" onKeyDown={press}>
      <div ref={begin} className="grid gap-4">
        <Field label="Razón" hint="Queda escrita para el equipo">
          <Select {...form.text('razon')} value={form.values.razon || first}>
            {Object.entries(opcion.razones).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {opcion.palabras !== 'ninguna' && (
          <Field
            label="Palabras para ella"
            hint={
              opcion.palabras === 'debe'
                ? 'Las leerá tal como las escribas'
                : 'Opcional. Las leerá en su perfil'
            }
            required={opcion.palabras === 'debe'}
            error={form.errors.palabras}
          >
            <Textarea {...form.text('palabras')} maxLength={1000} className="min-h-24" />
          </Field>
        )}
        {frase && form.values.palabras !== frase && (
          <Button
            look="quiet"
            className="justify-self-start"
            onClick={() => form.change({ palabras: frase })}
          >
            Usar una frase hecha
          </Button>
        )}
        {(leido.aceptan ?? 0) > 0 && (
          <Field label="Para quien avisó" hint="Aceptó que le escribas; no sabrás quién es">
            <Textarea {...form.text('paraQuienAviso')} maxLength={1000} />
          </Field>
        )}
        {leido.iguales > 0 && (
          <Checkbox
            {...form.checked('iguales')}
            label={
              leido.iguales === 1 ? 'También la otra igual' : `También las otras ${leido.iguales} iguales`
            }
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.busy}>
            {opcion.nombre}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      </div>
    </Form>
  )
}
