import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import {
  type Confirmacion,
  confirmCorreo,
  isHerRegistro,
  readConfirmacion,
  rejectRegistro,
} from './confirmacion.ts'

type Estado = 'pendiente' | 'confirmada' | 'borrada'

/**
 * Where the link of the confirmation e-mail ends, on whichever device it was opened. The one that registered is in; any
 * other has only shown whose mailbox it is, and what it brings may be somebody else's registration.
 */
export function Confirmada() {
  // As it was when the page was opened: the client takes a code out of the address.
  const at = useLocation()
  const [confirmacion] = useState<Confirmacion>(() => readConfirmacion(at))
  const { tokenHash, confirmed, byHand } = confirmacion
  const [estado, setEstado] = useState<Estado>(confirmed ? 'confirmada' : 'pendiente')
  const { session, entroPorEnlace } = useSession()
  const navigate = useNavigate()

  // Removes the secret of the link from the address.
  useEffect(() => {
    if (tokenHash !== null) navigate({ pathname: '/cuenta/confirmada', search: '' }, { replace: true })
  }, [tokenHash, navigate])

  if (estado === 'borrada') return <Borrada />
  if (byHand) return <ByHand signedIn={session !== null} />
  if (session && isHerRegistro(confirmacion, entroPorEnlace)) return <Lista />
  if (tokenHash !== null && estado === 'pendiente') {
    return (
      <Unconfirmed
        tokenHash={tokenHash}
        onConfirmed={() => setEstado('confirmada')}
        onErased={() => setEstado('borrada')}
      />
    )
  }
  return (
    <NoticePage illustration={<Carta open className="w-60" />} title="Tu correo quedó confirmado">
      <p className="text-tinta-suave">Entra con tu contraseña.</p>
      <Link to={session ? '/' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {session ? 'Ir a mi espacio' : 'Iniciar sesión'}
      </Link>
      {tokenHash !== null && <NoFuiYo tokenHash={tokenHash} onErased={() => setEstado('borrada')} />}
    </NoticePage>
  )
}

/** Opened without a link, or again after it: nothing is claimed. */
function ByHand({ signedIn }: { signedIn: boolean }) {
  return (
    <NoticePage illustration={<Carta className="w-60" />} title="Abre el enlace de tu correo">
      <p className="text-tinta-suave">
        Aquí termina el enlace con el que confirmas tu correo. Si ya lo abriste, entra con tu contraseña.
      </p>
      <Link to={signedIn ? '/' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {signedIn ? 'Ir a mi espacio' : 'Iniciar sesión'}
      </Link>
    </NoticePage>
  )
}

function Lista() {
  return (
    <NoticePage illustration={<Carta open className="w-60" />} title="Tu correo quedó confirmado">
      <p className="text-tinta-suave">Tu cuenta está lista. Bienvenida a casa.</p>
      <Link to="/" className={buttonClass({ size: 'lg', wide: true })}>
        Ir a mi espacio
      </Link>
    </NoticePage>
  )
}

function Unconfirmed({
  tokenHash,
  onConfirmed,
  onErased,
}: {
  tokenHash: string
  onConfirmed: () => void
  onErased: () => void
}) {
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    try {
      await confirmCorreo(tokenHash)
      onConfirmed()
    } catch (failure) {
      toast({ title: 'No se pudo confirmar', description: messageOf(failure), variant: 'destructive' })
      setBusy(false)
    }
  }

  return (
    <NoticePage illustration={<Carta className="w-60" />} title="Confirma tu correo">
      <p className="text-tinta-suave">
        ¿Te registraste tú con este correo? Confírmalo y después entra con la contraseña que elegiste.
      </p>
      <Button size="lg" wide busy={busy} busyLabel="Confirmando…" onClick={confirm}>
        Confirmar mi correo
      </Button>
      <NoFuiYo tokenHash={tokenHash} onErased={onErased} />
    </NoticePage>
  )
}

/**
 * For somebody who never registered: her address was used by another person, who could read what she writes
 * in that account.
 */
function NoFuiYo({ tokenHash, onErased }: { tokenHash: string; onErased: () => void }) {
  const [busy, setBusy] = useState(false)
  const [tooLate, setTooLate] = useState(false)

  const erase = async () => {
    setBusy(true)
    try {
      await rejectRegistro(tokenHash)
      return onErased()
    } catch (failure) {
      if (toServiceError(failure).code === 'otp_expired') setTooLate(true)
      else toast({ title: 'No se pudo borrar', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <div className="grid w-full gap-3 border-linea border-t pt-5">
      {tooLate ? (
        <p role="status" className="text-tinta-suave">
          Alguien ya entró en esa cuenta, así que desde aquí no se puede borrar. Es de tu correo:{' '}
          <Link
            to="/cuenta/contrasena"
            className="font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            elige otra contraseña
          </Link>{' '}
          y se cierran todas las demás sesiones.
        </p>
      ) : (
        <>
          <p className="text-tinta-suave">
            ¿No te registraste tú? Alguien usó tu correo. Puedes borrar ese registro mientras nadie haya
            entrado.
          </p>
          <Button look="quiet" busy={busy} busyLabel="Borrando…" onClick={erase}>
            No fui yo
          </Button>
        </>
      )}
    </div>
  )
}

function Borrada() {
  return (
    <NoticePage illustration={<Carta className="w-60" />} title="Listo, borramos ese registro">
      <p className="text-tinta-suave">
        Nadie tiene una cuenta con tu correo y no hace falta que hagas nada más.
      </p>
      <Link to="/landing" className={buttonClass({ size: 'lg', wide: true })}>
        Ir al inicio
      </Link>
    </NoticePage>
  )
}
