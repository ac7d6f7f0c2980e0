import { useEffect, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { resendConfirmacion } from './cuenta.ts'

/** The service sends one e-mail a minute to an address. */
const WAIT_SECONDS = 60

/** The confirmation e-mail again. `justSent` when one has left a moment ago. */
export function ResendConfirmacion({ email, justSent = false }: { email: string; justSent?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [wait, setWait] = useState(justSent ? WAIT_SECONDS : 0)

  useEffect(() => {
    if (wait === 0) return
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])

  const resend = async () => {
    setBusy(true)
    try {
      await resendConfirmacion(email)
      toast({
        title: 'Correo enviado',
        description: 'Revisa tu bandeja y también la carpeta de correo no deseado.',
      })
      setWait(WAIT_SECONDS)
    } catch (failure) {
      toast({ title: 'No se pudo enviar el correo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Card className="grid gap-3">
      <p>
        Falta confirmar{' '}
        <strong className="font-semibold">
          <Correo>{email}</Correo>
        </strong>
        .
      </p>
      <Button look="secondary" busy={busy} busyLabel="Enviando…" disabled={wait > 0} onClick={resend}>
        {wait > 0 ? `Enviar otra vez en ${wait} s` : 'Enviar el correo otra vez'}
      </Button>
    </Card>
  )
}
