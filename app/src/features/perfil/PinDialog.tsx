import { type FormEvent, useRef, useState } from 'react'
import { LONGITUD, MINUTOS, rechazo, removePin, setPin, tryPin, useCierre } from '../../data/pin.ts'
import { useUser } from '../../data/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

export type PinTarea = 'poner' | 'cambiar' | 'quitar'

const TITULOS: Record<PinTarea, string> = {
  poner: 'Poner un PIN',
  cambiar: 'Cambiar PIN',
  quitar: 'Quitar PIN',
}

type PinDialogProps = { tarea: PinTarea | null; onClose: () => void }

export function PinDialog({ tarea, onClose }: PinDialogProps) {
  return (
    <Dialog
      open={tarea !== null}
      onClose={onClose}
      title={tarea ? TITULOS[tarea] : ''}
      description={
        tarea === 'quitar'
          ? 'Nadie más debería poder hacerlo por ti: escribe tu PIN.'
          : 'Que no sea tu cumpleaños ni el de tu teléfono. Si lo olvidas, cierras sesión y vuelves a entrar.'
      }
    >
      {tarea && <PinForm tarea={tarea} onDone={onClose} />}
    </Dialog>
  )
}

type Campo = 'actual' | 'nuevo' | 'repetido'

const DEFAULT_MINUTOS = MINUTOS[1]

function PinForm({ tarea, onDone }: { tarea: PinTarea; onDone: () => void }) {
  const { id } = useUser()
  const minutos = useCierre(id)?.minutos ?? DEFAULT_MINUTOS
  const [valores, setValores] = useState<Record<Campo, string>>({ actual: '', nuevo: '', repetido: '' })
  const [errores, setErrores] = useState<Partial<Record<Campo, string>>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (found: Partial<Record<Campo, string>>) => {
    setErrores(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  const find = (): Partial<Record<Campo, string>> => {
    if (tarea === 'quitar') return {}
    const nuevo = rechazo(valores.nuevo)
    if (nuevo) return { nuevo }
    return valores.nuevo === valores.repetido ? {} : { repetido: 'No es igual al de arriba.' }
  }

  const work = async () => {
    if (tarea !== 'poner' && (await tryPin(id, valores.actual)) !== 'correcto') {
      return refuse({ actual: 'Ese no es tu PIN.' })
    }
    if (tarea === 'quitar') removePin()
    else await setPin(id, valores.nuevo, minutos)
    toast({
      title: tarea === 'quitar' ? 'PIN quitado' : 'PIN guardado',
      description:
        tarea === 'quitar' ? undefined : 'Lo pediremos la próxima vez que abras en este dispositivo.',
    })
    onDone()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = find()
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    try {
      await work()
    } catch {
      toast({
        title: 'No pudimos guardar tu PIN',
        description: 'Este dispositivo no tiene espacio o no permite guardarlo.',
        variant: 'destructive',
      })
    }
    setBusy(false)
  }

  const campo = (nombre: Campo, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errores[nombre]} required>
      <PasswordInput
        name={`pin-${nombre}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={LONGITUD.max}
        value={valores[nombre]}
        onChange={({ target }) => {
          setValores({ ...valores, [nombre]: target.value })
          setErrores({})
        }}
      />
    </Field>
  )

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {tarea !== 'poner' && campo('actual', tarea === 'quitar' ? 'Tu PIN' : 'PIN actual')}
      {tarea !== 'quitar' && campo('nuevo', 'PIN nuevo', `De ${LONGITUD.min} a ${LONGITUD.max} números.`)}
      {tarea !== 'quitar' && campo('repetido', 'Repite el PIN')}
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        {tarea === 'quitar' ? 'Quitar PIN' : 'Guardar PIN'}
      </Button>
    </form>
  )
}
