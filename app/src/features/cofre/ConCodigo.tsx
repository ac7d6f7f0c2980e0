import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { giveMailedCode, requestCode } from '../../lib/session/givePrueba.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { toast } from '../../lib/toast/toast.tsx'

type ConCodigoProps = {
  /** What is done, and says so; it may ask for her password (`PT428`), then for a mailed code (`PT422`). */
  hacer: () => Promise<void>
  /** What the notice of a failure says. */
  fallo: string
  look: 'primary' | 'secondary' | 'quiet'
  busyLabel?: string
  children: string
}

/** A button for what her password alone does not do everywhere: where the service asks for a mailed code, the field for it takes its place. */
export function ConCodigo({ hacer, fallo, look, busyLabel, children }: ConCodigoProps) {
  const [coded, setCoded] = useState(false)
  const [busy, setBusy] = useState(false)
  const failed = (failure: unknown) => {
    if (failure instanceof PruebaCancelada) return
    toast({ title: fallo, description: messageOf(failure), variant: 'destructive' })
  }
  const begin = async () => {
    setBusy(true)
    try {
      await withPrueba(hacer).catch(async (failure: unknown) => {
        // Her password is proven; the mailbox is what is missing.
        if (toServiceError(failure).code !== 'PT422') throw failure
        await requestCode()
        setCoded(true)
      })
    } catch (failure) {
      failed(failure)
    }
    setBusy(false)
  }
  const form = useForm({
    initial: { codigo: '' },
    ready: ({ codigo }) => codigo.trim() !== '',
    leaves: true,
    send: async ({ codigo }) => {
      try {
        await withPrueba(() => giveMailedCode(codigo))
      } catch (failure) {
        if (failure instanceof PruebaCancelada) throw failure
        return { codigo: messageOf(failure) }
      }
      await withPrueba(hacer)
      setCoded(false)
    },
    onFailure: failed,
  })

  if (!coded)
    return (
      <Button
        {...(look === 'primary' ? ({ size: 'lg', wide: true } as const) : { look })}
        busy={busy}
        busyLabel={busyLabel}
        onClick={() => void begin()}
      >
        {children}
      </Button>
    )
  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="Código de tu correo"
        hint="Te lo enviamos. Vale diez minutos."
        error={form.errors.codigo}
        required
      >
        <Input
          name="codigo-correo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...form.text('codigo', (typed) => typed.replace(/\D/g, ''))}
        />
      </Field>
      <Button type="submit" busy={form.busy} busyLabel={busyLabel}>
        {children}
      </Button>
      <Button look="quiet" busy={busy} onClick={() => void begin()}>
        Enviar otro código
      </Button>
    </Form>
  )
}
