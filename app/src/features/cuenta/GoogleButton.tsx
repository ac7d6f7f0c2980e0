import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { type Invitacion, saveInvitacion } from '../../lib/member/invitacion.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { signInWithGoogle } from './cuenta.ts'

/** «Continuar con Google». It is always there. What she was invited with comes along. */
export function GoogleButton({ invitacion = null }: { invitacion?: Invitacion | null }) {
  const [busy, setBusy] = useState(false)

  const leave = async () => {
    setBusy(true)
    saveInvitacion(invitacion)
    try {
      await signInWithGoogle()
    } catch (failure) {
      toast({ title: 'Error con Google', description: messageOf(failure), variant: 'destructive' })
      setBusy(false)
    }
  }

  return (
    <>
      <p className="flex items-center gap-3 text-sm text-tinta-suave before:h-px before:grow before:bg-linea after:h-px after:grow after:bg-linea">
        o
      </p>
      <Button
        look="secondary"
        size="lg"
        wide
        busy={busy}
        busyLabel="Abriendo Google…"
        onClick={leave}
        icon={<GoogleMark />}
      >
        Continuar con Google
      </Button>
    </>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path
        fill="#4285f4"
        d="M22.5 12.200c0-.8-.1-1.5-.2-2.200H12v4.200h5.900a5 5 0 0 1-2.2 3.300v2.700h3.500c2.1-1.9 3.3-4.7 3.3-8Z"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.5-1 7.3-2.700l-3.5-2.700a6.6 6.6 0 0 1-9.9-3.500H2.200V17A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.9 14.100a6.6 6.6 0 0 1 0-4.200V7H2.200a11 11 0 0 0 0 10Z" />
      <path
        fill="#ea4335"
        d="M12 5.400c1.6 0 3.1.6 4.2 1.600l3.1-3.100A11 11 0 0 0 2.2 7l3.7 2.900A6.6 6.6 0 0 1 12 5.400Z"
      />
    </svg>
  )
}
