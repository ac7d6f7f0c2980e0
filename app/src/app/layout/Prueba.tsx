import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { PasswordInput } from '../../components/form/PasswordInput.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { filled, inTurn } from '../../lib/form/schema.ts'
import {
  type Falta,
  giveCode,
  giveMailedCode,
  givePassword,
  missingProofs,
  requestCode,
} from '../../lib/session/givePrueba.ts'
import { usePeticion } from '../../lib/session/prueba.ts'

/**
 * Asks for a proof before something that cannot be undone: that it is her, and not somebody who holds her
 * telephone.
 */
export function Prueba() {
  const peticion = usePeticion()
  return (
    <Dialog
      open={peticion !== null}
      onClose={() => peticion?.answer(false)}
      title="Confirma que eres tú"
      description="Así nadie más puede hacer este cambio, aunque tenga tu teléfono en la mano."
    >
      {peticion && (
        <Pregunta
          key={peticion.id}
          onDone={() => peticion.answer(true)}
          onCancel={() => peticion.answer(false)}
        />
      )}
    </Dialog>
  )
}

type PreguntaProps = { onDone: () => void; onCancel: () => void }

function Pregunta({ onDone, onCancel }: PreguntaProps) {
  const [falta, setFalta] = useState<Falta[] | null>(null)
  const [fallo, setFallo] = useState('')
  const [intento, setIntento] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks anew.
  useEffect(() => {
    let gone = false
    setFallo('')
    missingProofs().then(
      (missing) => {
        if (gone) return
        if (missing.length === 0) onDone()
        else setFalta(missing)
      },
      (failure: unknown) => !gone && setFallo(messageOf(failure)),
    )
    return () => {
      gone = true
    }
  }, [intento])

  if (fallo) return <ErrorState message={fallo} onRetry={() => setIntento(intento + 1)} />
  if (!falta) return <Skeleton className="h-32" />
  return <Pruebas falta={falta} onDone={onDone} onCancel={onCancel} />
}

const NADA: Record<Falta, string> = { password: '', mail: '', code: '' }
const VACIO: Record<Falta, string> = {
  password: 'Escribe tu contraseña.',
  mail: 'Escribe el código que te enviamos.',
  code: 'Escribe el código.',
}
const DAR: Record<Falta, (value: string) => Promise<void>> = {
  password: givePassword,
  mail: giveMailedCode,
  code: giveCode,
}

function Pruebas({ falta, onDone, onCancel }: PreguntaProps & { falta: Falta[] }) {
  const [dadas, setDadas] = useState<Falta[]>([])
  const missing = falta.filter((one) => !dadas.includes(one))
  const form = useForm({
    initial: NADA,
    schema: () => inTurn(Object.fromEntries(missing.map((one) => [one, filled(VACIO[one])]))),
    send: async (values) => {
      for (const one of missing) {
        try {
          await DAR[one](values[one])
          // What was right is not asked for again when the next one is wrong.
          setDadas((before) => [...before, one])
        } catch (failure) {
          return { [one]: messageOf(failure) }
        }
      }
      onDone()
    },
    leaves: true,
  })

  return (
    <Form of={form} className="grid gap-4">
      {missing.includes('password') && (
        <Field label="Escribe tu contraseña para continuar" error={form.errors.password} required>
          <PasswordInput name="password" autoComplete="current-password" {...form.text('password')} />
        </Field>
      )}
      {missing.includes('mail') && (
        <MailedCode
          error={form.errors.mail}
          control={form.text('mail', (typed) => typed.replace(/\D/g, ''))}
        />
      )}
      {missing.includes('code') && (
        <Field
          label="Código de tu app de códigos"
          hint="El que muestra ahora, o uno de tus códigos de recuperación."
          error={form.errors.code}
          required
        >
          <Input
            name="codigo"
            autoCapitalize="none"
            autoComplete="one-time-code"
            spellCheck="false"
            maxLength={20}
            {...form.text('code')}
          />
        </Field>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Comprobando…">
          Continuar
        </Button>
      </div>
    </Form>
  )
}

type CodigoProps = { error: string | undefined; control: Pick<ComponentProps<'input'>, 'value' | 'onChange'> }

/** Who has no password gives a code that was mailed to her. */
function MailedCode({ error, control }: CodigoProps) {
  const [enviado, setEnviado] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fallo, setFallo] = useState('')

  const send = async () => {
    setBusy(true)
    setFallo('')
    try {
      await requestCode()
      setEnviado(true)
    } catch (failure) {
      setFallo(messageOf(failure))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-3">
      <Button look="secondary" onClick={() => void send()} busy={busy} busyLabel="Enviando…">
        {enviado ? 'Enviar otro código' : 'Enviarme un código por correo'}
      </Button>
      <Field
        label="Código de tu correo"
        hint={enviado ? 'Te lo enviamos. Vale diez minutos.' : undefined}
        error={error || fallo}
        required
      >
        <Input
          name="codigo-correo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...control}
        />
      </Field>
    </div>
  )
}
