import { QueryClientProvider } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { createHold } from '../../features/seguridad/panico/hold.ts'
import { PinForm } from '../../features/seguridad/pin/PinForm.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { brand } from '../../lib/installation/brand.ts'
import { aparteShown } from '../../lib/session/aparte.ts'
import { dejarDeFingir } from '../../lib/session/fingidas.ts'
import { keepOpen } from '../../lib/session/lockHere.ts'
import { storedSession } from '../../lib/session/sessionStorage.ts'
import { useCierre } from '../../lib/session/useCierre.ts'
import { useStore } from '../../lib/useStore.ts'
import type { PortadaProps } from './Portada.tsx'
import { watchAbsence } from './usePinLock.ts'

const loadAparte = () => import('./Aparte.tsx')
const Aparte = lazy(async () => ({ default: (await loadAparte()).Aparte }))

type PinScreenProps = {
  onOpen: () => void
  /** The alarm, which needs no PIN; `held` once she has raised it in another way than by its button. */
  emergencia: (held: boolean) => ReactNode
  /** «Cerrar sesión», where she forgot it. */
  salida: { leaving: boolean; leave: () => Promise<void> }
}

/** How long the card of the cover is held for the alarm: no tap, and no child that looks at a picture, does it. */
const CARTA_MS = 3_000

const Portada = lazy<ComponentType<PortadaProps>>(() =>
  import('./Portada.tsx').then(
    ({ Portada }) => ({ default: Portada }),
    () => ({ default: SinPortada }),
  ),
)

/**
 * The screen while the app is locked: the PIN, quick exit, and the alarm; before them, by her choice, a page that says nothing of any; behind the
 * second PIN, an app without anything of hers. Anyone with the phone in hand reads it.
 */
export function PinScreen({ onOpen, emergencia, salida }: PinScreenProps) {
  const cierre = useCierre()
  const [forgot, setForgot] = useState(false)
  const aparte = useStore(aparteShown)
  const first = cierre?.portada ? 'portada' : 'pin'
  const [seen, setSeen] = useState<'portada' | 'pin' | 'held'>(first)
  const isCovered = cierre !== null && seen === 'portada'
  const hold = useMemo(() => createHold(() => setSeen('held'), undefined, CARTA_MS), [])
  useEffect(() => hold.stop, [hold])
  const cover = useCallback(() => {
    aparteShown.set(false)
    setForgot(false)
    setSeen(first)
  }, [first])
  // With the phone from its sleep comes what stands before the PIN.
  useEffect(() => (aparte ? undefined : watchAbsence(0, cover)), [aparte, cover])

  useEffect(() => {
    // Whichever PIN is typed: what is fetched does not tell.
    void loadAparte().catch(() => {})
    const title = document.title
    document.title = brand.discreetTitle
    return () => {
      document.title = title
      // Signing out here clears memory too.
      if (!storedSession()) queryClient.clear()
    }
  }, [])

  if (aparte)
    return (
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Aparte onLock={cover} />
        </Suspense>
        {/* The alarm goes on behind it. */}
        <div hidden>{emergencia(false)}</div>
      </QueryClientProvider>
    )
  return (
    <QueryClientProvider client={queryClient}>
      {isCovered && (
        <Suspense fallback={<div className="noche min-h-dvh" />}>
          <Portada owner={cierre.owner} onMas={() => setSeen('pin')} hold={hold} />
        </Suspense>
      )}
      {/* Behind the cover too: an alert that is under way goes on. */}
      <div
        hidden={isCovered}
        className="mx-auto flex min-h-dvh max-w-md flex-col px-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        <header className="sticky top-0 z-10 flex min-h-16 items-center bg-crema justify-between pt-[env(safe-area-inset-top)]">
          <Simbolo className="size-8" />
          <QuickExit />
        </header>
        <main className="flex grow flex-col justify-between gap-2">
          {forgot ? (
            <Olvidado {...salida} onBack={() => setForgot(false)} />
          ) : (
            !isCovered && (
              <PinSection
                onOpen={(segundo) => {
                  if (segundo) return aparteShown.set(true)
                  keepOpen()
                  dejarDeFingir()
                  onOpen()
                }}
                onForgot={() => setForgot(true)}
              />
            )
          )}
          {emergencia(seen === 'held')}
        </main>
      </div>
    </QueryClientProvider>
  )
}

/** It did not come: what it stands before. */
function SinPortada({ onMas }: PortadaProps) {
  useEffect(onMas, [onMas])
  return null
}

type PinSectionProps = { onOpen: (segundo: boolean) => void; onForgot: () => void }

function PinSection({ onOpen, onForgot }: PinSectionProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What she pressed to come here is gone.
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  return (
    <section className="grid gap-3">
      <h1 ref={title} tabIndex={-1} className="text-[1.75rem]">
        Escribe tu PIN
      </h1>
      <PinForm action="Abrir" onRight={({ segundo }) => onOpen(segundo)} />
      <Button look="quiet" className="justify-self-center" onClick={onForgot}>
        Olvidé mi PIN
      </Button>
    </section>
  )
}

function Olvidado({ leaving, leave, onBack }: PinScreenProps['salida'] & { onBack: () => void }) {
  return (
    <section className="grid gap-3">
      <h1 className="text-[1.75rem]">¿Olvidaste tu PIN?</h1>
      <p className="text-[0.9375rem]">
        Cierra sesión y vuelve a entrar con tu correo y tu contraseña. Aquí se borran tu PIN y lo que guardaba
        este dispositivo, también lo que no había llegado a tu cuenta; lo de tu cuenta sigue ahí. Si tienes
        una llave, vuelve con tus doce palabras.
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
