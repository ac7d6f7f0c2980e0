import { type ReactNode, useEffect, useState } from 'react'
import { LONGITUD, letThrough, tryPin, useCierre } from '../../../data/pin.ts'
import { useUser } from '../../../data/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form, useForm } from '../../../ui/Form.tsx'
import { PasswordInput } from '../../../ui/PasswordInput.tsx'

type Asked = { title: string; then: () => void }

/**
 * Asks for this device's PIN, where she has one, before what somebody who holds her phone must not do in her name. A wrong one
 * changes nothing.
 *
 * @returns `guard`, which does it at once where there is no PIN, and the dialog, to be rendered
 */
export function usePinGate(): { guard: (title: string, then: () => void) => void; dialog: ReactNode } {
  const { id } = useUser()
  const cierre = useCierre(id)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)

  return {
    guard: (title, then) => (cierre ? setAsked({ title, then }) : then()),
    dialog: (
      <Dialog
        open={asked !== null}
        onClose={close}
        title={asked?.title}
        description="Escribe tu PIN: así sabemos que eres tú."
      >
        {asked && (
          <PinForm
            onRight={() => {
              close()
              asked.then()
            }}
          />
        )}
      </Dialog>
    ),
  }
}

const WRONG: Record<string, string> = {
  incorrecto: 'Ese PIN no es. No cambió nada.',
  espera: 'Hubo varios intentos seguidos. Espera un poco con esta pantalla abierta.',
  ilegible: 'Este dispositivo perdió tu PIN. Cierra sesión y vuelve a entrar.',
}

function PinForm({ onRight }: { onRight: () => void }) {
  const { id } = useUser()
  const { espera = 0 } = useCierre(id) ?? {}
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => ({ pin: pin ? '' : 'Escribe tu PIN.' }),
    send: async ({ pin }) => {
      const answer = await tryPin(id, pin).catch(() => 'ilegible' as const)
      if (answer === 'correcto') return onRight()
      form.change({ pin: '' })
      return { pin: WRONG[answer] }
    },
  })
  const waiting = espera > 0 && !form.busy

  useEffect(() => (waiting ? letThrough() : undefined), [waiting])

  return (
    <Form of={form} className="grid gap-4">
      <Field label="PIN" required error={waiting ? WRONG.espera : form.errors.pin}>
        <PasswordInput
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGITUD.max}
          {...form.text('pin')}
        />
      </Field>
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Comprobando…" disabled={waiting}>
        Continuar
      </Button>
    </Form>
  )
}
