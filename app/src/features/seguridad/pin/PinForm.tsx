import { useEffect } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Field } from '../../../components/form/Field.tsx'
import { Form, type FormOf, useForm } from '../../../components/form/Form.tsx'
import { PasswordInput } from '../../../components/form/PasswordInput.tsx'
import { aparteShown, keepPrueba } from '../../../lib/session/aparte.ts'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import {
  INTENTOS,
  type Intento,
  intentar,
  LONGITUD,
  letThrough,
  prepareForPin,
} from '../../../lib/session/pin.ts'
import { isLocked } from '../../../lib/session/sessionStorage.ts'
import { useCierre } from '../../../lib/session/useCierre.ts'

const ILEGIBLE = 'Este dispositivo perdió tu PIN. Cierra sesión y vuelve a entrar.'
const SIN_RED = 'Sin conexión no se puede abrir. «Emergencia» funciona igual.'

type PinFormProps = {
  /** What its button says. */
  action: string
  /** The PIN was right, or the second one. */
  onRight: (porPin: PorPin) => void
}

/**
 * Asks for her PIN: to open the app, to end an alert. Tries are counted once for all of them, and several wrong ones wait (`lib/session/pin.ts`).
 */
export function PinForm({ action, onRight }: PinFormProps) {
  const { espera = 0, intentos = 0, letras = false } = useCierre() ?? {}
  const form: FormOf<{ pin: string }> = useForm({
    initial: { pin: '' },
    ready: ({ pin }) => !held && pin !== '',
    send: async ({ pin }) => {
      // A device that cannot be read has no PIN to compare with.
      const { respuesta: answer, prueba = '' } = await intentar(pin).catch(
        (): Intento => ({ respuesta: 'ilegible' }),
      )
      const segundo = answer === 'segundo'
      if (segundo) keepPrueba(prueba)
      // On a locked page each PIN opens what it opens, wherever it is typed.
      if (segundo && isLocked()) aparteShown.set(true)
      if (segundo || answer === 'correcto') return onRight({ prueba, segundo })
      if (answer === 'sin red') return { pin: SIN_RED }
      form.put({ pin: '' })
      focusField(form.element.current)
      return { pin: answer === 'ilegible' ? ILEGIBLE : 'Ese PIN no es.' }
    },
  })
  const { element } = form
  const waiting = espera > 0 && !form.busy
  // On a locked page the service says whether the time is over.
  const held = waiting && !isLocked()

  useEffect(prepareForPin, [])
  useEffect(() => (waiting ? letThrough() : undefined), [waiting])

  // With a keyboard of its own the field is ready at once; on a phone one would rise over the panic button.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) focusField(element.current)
  }, [element])

  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="PIN"
        error={waiting ? undefined : messageText(form.errors.pin ?? '', form.busy ? 0 : intentos)}
      >
        <PasswordInput
          name="pin"
          inputMode={letras ? undefined : 'numeric'}
          autoComplete="off"
          maxLength={LONGITUD.max}
          {...form.text('pin')}
        />
      </Field>
      {waiting && (
        <p role="timer" className="rounded-card bg-maiz-suave px-4 py-3 text-[0.9375rem] text-maiz-texto">
          Hubo varios intentos seguidos. Espera {inWords(espera)}
          {held && ' con esta pantalla abierta'}.
        </p>
      )}
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Comprobando…" disabled={held}>
        {action}
      </Button>
    </Form>
  )
}

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

function messageText(error: string, intentos: number): string {
  const left = INTENTOS - (intentos % INTENTOS)
  if (!error || error === ILEGIBLE || error === SIN_RED || left > 2 || intentos === 0) return error
  return `${error} ${left === 1 ? 'Te queda 1 intento' : `Te quedan ${left} intentos`} antes de una pausa.`
}

/** «1 min 20 s», «45 s». */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes ? `${minutes} min ${seconds % 60 ? `${seconds % 60} s` : ''}`.trim() : `${seconds} s`
}
