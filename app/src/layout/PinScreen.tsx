import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../data/errors.ts'
import { INTENTOS, LONGITUD, letThrough, tryPin, useCierre } from '../data/pin.ts'
import { queryClient } from '../data/query.ts'
import { useSession, useUser } from '../data/session.tsx'
import { storedSession } from '../data/session-storage.ts'
import { PanicoAparte } from '../features/seguridad/panico/PanicoAparte.tsx'
import { brand } from '../lib/installation/brand.ts'
import { toast } from '../lib/toast/toast.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, type FormOf, useForm } from '../ui/Form.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { QuickExit } from '../ui/QuickExit.tsx'
import { Simbolo } from '../ui/Simbolo.tsx'

/** The screen while the app is locked: the PIN, quick exit, and the panic button, which needs no PIN. */
export function PinScreen({ onOpen }: { onOpen: () => void }) {
  const [forgot, setForgot] = useState(false)

  useEffect(() => {
    const title = document.title
    document.title = brand.discreetTitle
    return () => {
      document.title = title
      // Signing out here clears memory too.
      if (!storedSession()) queryClient.clear()
    }
  }, [])

  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh max-w-md flex-col px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <header className="flex min-h-16 items-center justify-between pt-[env(safe-area-inset-top)]">
          <Simbolo className="size-8" />
          <QuickExit />
        </header>
        <main className="flex grow flex-col justify-between gap-2">
          {forgot ? (
            <Olvidado onBack={() => setForgot(false)} />
          ) : (
            <PinForm onOpen={onOpen} onForgot={() => setForgot(true)} />
          )}
          <PanicoAparte />
        </main>
      </div>
    </QueryClientProvider>
  )
}

const ILEGIBLE = 'Este dispositivo perdió tu PIN. Cierra sesión y vuelve a entrar.'

function PinForm({ onOpen, onForgot }: { onOpen: () => void; onForgot: () => void }) {
  const { id } = useUser()
  const { espera = 0, intentos = 0 } = useCierre(id) ?? {}
  const form: FormOf<{ pin: string }> = useForm({
    initial: { pin: '' },
    ready: ({ pin }) => !waiting && pin !== '',
    send: async ({ pin }) => {
      const answer = await tryPin(id, pin).catch(() => 'ilegible' as const)
      if (answer === 'correcto') return onOpen()
      form.change({ pin: '' })
      focusField(form.element.current)
      return { pin: answer === 'ilegible' ? ILEGIBLE : 'Ese PIN no es.' }
    },
  })
  const { element } = form
  const waiting = espera > 0 && !form.busy

  useEffect(() => (waiting ? letThrough() : undefined), [waiting])

  // With a keyboard of its own the field is ready at once; on a phone one would rise over the panic button.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) focusField(element.current)
  }, [element])

  return (
    <section className="grid gap-3">
      <h1 className="text-[1.75rem]">Escribe tu PIN</h1>
      <Form of={form} className="grid gap-3">
        <Field
          label="PIN"
          error={waiting ? undefined : messageText(form.errors.pin ?? '', form.busy ? 0 : intentos)}
        >
          <PasswordInput
            name="pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={LONGITUD.max}
            {...form.text('pin')}
          />
        </Field>
        {waiting && (
          <p role="timer" className="rounded-card bg-maiz-suave px-4 py-3 text-[0.9375rem] text-maiz-texto">
            Hubo varios intentos seguidos. Espera {inWords(espera)} con esta pantalla abierta.
          </p>
        )}
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Comprobando…" disabled={waiting}>
          Abrir
        </Button>
      </Form>
      <Button look="quiet" className="justify-self-center" onClick={onForgot}>
        Olvidé mi PIN
      </Button>
    </section>
  )
}

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

function messageText(error: string, intentos: number): string {
  const left = INTENTOS - (intentos % INTENTOS)
  if (!error || error === ILEGIBLE || left > 2 || intentos === 0) return error
  return `${error} ${left === 1 ? 'Te queda 1 intento' : `Te quedan ${left} intentos`} antes de una pausa.`
}

/** «1 min 20 s», «45 s». */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes ? `${minutes} min ${seconds % 60 ? `${seconds % 60} s` : ''}`.trim() : `${seconds} s`
}

function Olvidado({ onBack }: { onBack: () => void }) {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)

  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (failure) {
      toast({
        title: 'Error al cerrar sesión',
        description: messageOf(failure),
        variant: 'destructive',
        ofLeaving: true,
      })
    }
  }

  return (
    <section className="grid gap-3">
      <h1 className="text-[1.75rem]">¿Olvidaste tu PIN?</h1>
      <p className="text-[0.9375rem]">
        Cierra sesión y vuelve a entrar con tu correo y tu contraseña. Aquí se borran tu PIN y lo que guardaba
        este dispositivo; lo de tu cuenta sigue ahí.
      </p>
      <Button size="lg" busy={leaving} busyLabel="Cerrando sesión…" onClick={leave}>
        Cerrar sesión
      </Button>
      <Button look="quiet" className="justify-self-center" onClick={onBack}>
        Volver
      </Button>
    </section>
  )
}
