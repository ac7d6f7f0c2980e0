import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { PasswordInput } from '../../components/form/PasswordInput.tsx'
import { ruled } from '../../lib/form/schema.ts'
import {
  hasLetters,
  isSame,
  LONGITUD,
  MINUTOS,
  rechazo,
  removePin,
  setPin,
  tryPin,
} from '../../lib/session/pin.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useCierre } from '../../lib/session/useCierre.ts'
import { toast } from '../../lib/toast/toast.tsx'

export type PinTarea = 'poner' | 'cambiar' | 'segundo' | 'quitar'

const TITULOS: Record<PinTarea, string> = {
  poner: 'Poner un PIN',
  cambiar: 'Cambiar PIN',
  segundo: 'Un segundo PIN, por si te obligan',
  quitar: 'Quitar PIN',
}

const PONER =
  'Que no sea tu cumpleaños ni el de tu teléfono. «Emergencia», presionado un segundo, da tu alerta sin PIN; por eso dos cosas quedan sin cerrar: poder darla, y el número de tu primer contacto.'

const DESCRIPCIONES: Record<PinTarea, string> = {
  poner: PONER,
  cambiar: `${PONER} Si tenías un segundo PIN, ponlo otra vez después.`,
  segundo:
    'Abre tarot, lecturas y una agenda vacía, sin nada tuyo. Si con él cierras una alerta o un reloj, aquí dice que terminó y en realidad sigue: tus contactos leen que no te llamen. Ahí dentro, la flor de arriba presionada un segundo da tu alerta sin que se note.',
  quitar: 'Nadie más debería poder hacerlo por ti: escribe tu PIN.',
}

type PinDialogProps = { tarea: PinTarea | null; onClose: () => void }

export function PinDialog({ tarea, onClose }: PinDialogProps) {
  return (
    <Dialog
      open={tarea !== null}
      onClose={onClose}
      title={tarea ? TITULOS[tarea] : ''}
      description={tarea ? DESCRIPCIONES[tarea] : ''}
    >
      {tarea && <PinForm tarea={tarea} onDone={onClose} />}
    </Dialog>
  )
}

type Campo = 'actual' | 'nuevo' | 'repetido'

const DEFAULT_MINUTOS = MINUTOS[1]

const pinSchema = z.pipe(
  z.object({ nuevo: ruled(rechazo), repetido: z.string() }),
  z.object({ nuevo: z.string(), repetido: z.string() }).check(
    z.refine(({ nuevo, repetido }) => nuevo === repetido, {
      error: 'No es igual al de arriba.',
      path: ['repetido'],
    }),
  ),
)

function PinForm({ tarea, onDone }: { tarea: PinTarea; onDone: () => void }) {
  const { id } = useUser()
  const minutos = useCierre()?.minutos ?? DEFAULT_MINUTOS
  const work = async ({ actual, nuevo }: Record<Campo, string>) => {
    const answer = tarea === 'poner' ? 'correcto' : await tryPin(actual)
    // He must not learn that there is another one: it fails as a device does that keeps nothing.
    if (answer === 'segundo') throw new Error('the second PIN changes nothing')
    if (answer !== 'correcto') return { actual: 'Ese no es tu PIN.' }
    if (tarea === 'segundo' && isSame(actual, nuevo)) return { nuevo: 'Que sea otro que el de entrada.' }
    if (tarea === 'segundo' && hasLetters(nuevo) && !hasLetters(actual))
      return { nuevo: 'Tu PIN es de números: que este también lo sea.' }
    if (tarea === 'quitar') await removePin()
    else if (tarea === 'segundo') await setPin(id, actual, minutos, nuevo)
    else await setPin(id, nuevo, minutos)
    toast({
      title: tarea === 'quitar' ? 'PIN quitado' : tarea === 'segundo' ? 'Listo' : 'PIN guardado',
      description:
        tarea === 'quitar' || tarea === 'segundo'
          ? undefined
          : 'Lo pediremos la próxima vez que abras en este dispositivo.',
    })
    onDone()
  }

  const form = useForm<Record<Campo, string>>({
    initial: { actual: '', nuevo: '', repetido: '' },
    schema: tarea === 'quitar' ? undefined : pinSchema,
    send: work,
    onFailure: () => {
      toast({
        title: 'No pudimos guardar tu PIN',
        description: 'Este dispositivo no tiene espacio o no permite guardarlo.',
        variant: 'destructive',
      })
    },
  })

  const campo = (nombre: Campo, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={form.errors[nombre]} required>
      <PasswordInput
        name={`pin-${nombre}`}
        autoComplete="off"
        maxLength={LONGITUD.max}
        value={form.values[nombre]}
        // All of them at once: what was wrong with one is often corrected in another.
        onChange={({ target }) => form.change({ ...form.values, [nombre]: target.value })}
      />
    </Field>
  )

  return (
    <Form of={form} className="grid gap-4">
      {tarea !== 'poner' && campo('actual', tarea === 'cambiar' ? 'PIN actual' : 'Tu PIN')}
      {tarea !== 'quitar' &&
        campo(
          'nuevo',
          tarea === 'segundo' ? 'Segundo PIN' : 'PIN nuevo',
          'Seis números o más, o una palabra de seis letras o más.',
        )}
      {tarea !== 'quitar' && campo('repetido', tarea === 'segundo' ? 'Repite el segundo' : 'Repite el PIN')}
      {tarea === 'segundo' && (
        <p className="text-sm text-tinta-suave">
          Pide «Abrir» con conexión, como el tuyo. En este dispositivo nadie puede saber si lo tienes; quien
          ya vio tu app por dentro sí notará que falta lo tuyo. Para quitarlo, cambia tu PIN.
        </p>
      )}
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        {tarea === 'quitar' ? 'Quitar PIN' : 'Guardar PIN'}
      </Button>
    </Form>
  )
}
