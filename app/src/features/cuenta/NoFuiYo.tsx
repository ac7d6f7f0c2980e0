import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { PasswordInput } from '../../components/form/PasswordInput.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { filled } from '../../lib/form/schema.ts'
import { type Noticia, readNoticia, stopReturn, undoChange } from './noticia.ts'

const QUE: Record<Noticia['kind'], string> = {
  device: 'Alguien entró en tu cuenta desde un dispositivo nuevo',
  factor_added: 'Se activó la verificación en dos pasos',
  factor_removed: 'Se quitó la verificación en dos pasos',
  password: 'Cambió tu contraseña',
  email: 'Cambió el correo de tu cuenta',
  deletion: 'Se pidió eliminar tu cuenta',
  code: 'Se hizo un código nuevo en tu cuenta',
  code_removed: 'Se quitó una copia con la que podías recuperar algo',
  return_asked: 'Se pidió recuperar algo de tu cuenta',
  returned: 'Se recuperó algo de tu cuenta',
}

const CAMBIA_LA_LLAVE =
  'cierra todas las sesiones, quita lo que se cambió después y, al entrar de nuevo, cambia tu llave en tu perfil: así nadie más abre lo que cierres desde entonces.'
/** What to do about what cannot be undone from here. */
const SI_NO: Partial<Record<Noticia['kind'], string>> = {
  code: CAMBIA_LA_LLAVE,
  returned: CAMBIA_LA_LLAVE,
  code_removed:
    'cierra todas las sesiones y quita lo que se cambió después. La copia no vuelve sola: al entrar de nuevo cambia tu contraseña y, en un dispositivo que tenga tu llave, vuelve a dejar la copia.',
}
const DESHAZLO = 'deshazlo: se quita este cambio y lo que vino después, y se cierran todas las sesiones.'

const FALLOS: Partial<Record<string, string>> = {
  current_password_invalid: 'Esa no era tu contraseña.',
  email_exists:
    'Tu correo de antes está ahora en otra cuenta, y por eso todavía no cambiamos nada. Si esa cuenta es tuya, elimínala y vuelve a este aviso.',
}

/** The page that «No fui yo» in a notice opens. Opening it changes nothing, since mail scanners open links too. */
export function NoFuiYo() {
  const [clave] = useState(() => location.hash.slice(1))
  const [noticia, setNoticia] = useState<Noticia | null>(null)
  const [fallo, setFallo] = useState<{ code: string; message: string } | null>(null)
  const [hecho, setHecho] = useState(false)
  const [intento, setIntento] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it anew.
  useEffect(() => {
    if (!clave) return
    let gone = false
    setFallo(null)
    readNoticia(clave).then(
      (read) => !gone && setNoticia(read),
      (failure: unknown) => !gone && setFallo(toServiceError(failure)),
    )
    return () => {
      gone = true
    }
  }, [clave, intento])

  if (hecho) return <ChangeUndone />
  if (fallo?.code === 'notice_not_found' || !clave) return <Vencido />
  if (fallo) {
    return (
      <NoticePage illustration={<Carta className="w-52" />} title="Un aviso de tu cuenta">
        <ErrorState message={fallo.message} onRetry={() => setIntento(intento + 1)} />
      </NoticePage>
    )
  }
  if (!noticia) {
    return (
      <NoticePage illustration={<Carta className="w-52" />} title="Un aviso de tu cuenta">
        <Skeleton className="h-40 w-full" />
      </NoticePage>
    )
  }
  if (noticia.kind === 'return_asked' && noticia.state !== 'gone')
    return <Detener clave={clave} detenido={noticia.state === 'undone'} />
  if (noticia.state === 'undone') return <ChangeUndone />
  return (
    <NoticePage illustration={<Carta open className="w-52" />} title={QUE[noticia.kind]}>
      {noticia.state === 'gone' ? (
        <p className="text-tinta-suave">
          Esa cuenta ya se eliminó, con su contraseña, y no queda nada que recuperar. Si no fuiste tú, puedes
          crear otra cuando quieras.
        </p>
      ) : noticia.proofs.length > 0 ? (
        <UndoChange clave={clave} noticia={noticia} onDone={() => setHecho(true)} />
      ) : (
        <Consejo />
      )}
    </NoticePage>
  )
}

/** Stopping gives nobody anything: the mail is enough for it. */
function Detener({ clave, detenido }: { clave: string; detenido: boolean }) {
  const [hecho, setHecho] = useState<'detenido' | 'tarde' | null>(detenido ? 'detenido' : null)
  const [busy, setBusy] = useState(false)
  const [fallo, setFallo] = useState('')

  const stop = async () => {
    setBusy(true)
    setFallo('')
    try {
      setHecho((await stopReturn(clave)) ? 'detenido' : 'tarde')
    } catch (failure) {
      setFallo(messageOf(failure))
    }
    setBusy(false)
  }

  return (
    <NoticePage
      illustration={<Carta open className="w-52" />}
      title={hecho === 'detenido' ? 'Quedó detenido' : hecho ? 'Ya no espera nada' : QUE.return_asked}
    >
      {hecho ? (
        <>
          <p className="text-tinta-suave">
            {hecho === 'tarde' && 'Se detuvo antes, o ya se recuperó. '}
            Si no fuiste tú, alguien sabe tu contraseña: entra y, en tu perfil, pon una nueva, cierra la
            sesión en los demás dispositivos{hecho === 'tarde' ? ' y cambia tu llave.' : '.'}
          </p>
          <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
            Ir a entrar
          </Link>
        </>
      ) : (
        <>
          <p className="text-tinta-suave">
            Si fuiste tú, puedes cerrar esta página. Si no, detenlo antes de que pasen 24 horas: no hace falta
            entrar en tu cuenta.
          </p>
          {fallo && <ErrorState message={fallo} />}
          <Button size="lg" wide busy={busy} busyLabel="Deteniendo…" onClick={() => void stop()}>
            Detener
          </Button>
        </>
      )}
    </NoticePage>
  )
}

type DeshacerProps = { clave: string; noticia: Noticia; onDone: () => void }

function UndoChange({ clave, noticia, onDone }: DeshacerProps) {
  const [modo, setModo] = useState<'password' | 'code'>(noticia.proofs[0] ?? 'password')
  const form = useForm({
    initial: { value: '' },
    schema: () =>
      z.object({ value: filled(modo === 'password' ? 'Escribe tu contraseña.' : 'Escribe el código.') }),
    send: async ({ value }) => {
      const proof = modo === 'password' ? { password: value } : { code: value.trim() }
      await undoChange(clave, proof).catch(async (failure: unknown) => {
        // It may have arrived before, without her hearing of it.
        const now = await readNoticia(clave).catch(() => null)
        if (now?.state !== 'undone') throw failure
      })
      onDone()
    },
    onFailure: (failure) => ({ value: FALLOS[toServiceError(failure).code] ?? messageOf(failure) }),
  })

  const change = () => {
    setModo(modo === 'password' ? 'code' : 'password')
    form.put({ value: '' })
  }

  return (
    <>
      <p className="text-tinta-suave">
        Si fuiste tú, puedes cerrar esta página. Si no, {SI_NO[noticia.kind] ?? DESHAZLO} Hace falta algo que
        no esté en tu correo.
      </p>
      <Form of={form} className="grid w-full gap-4 text-left">
        {modo === 'password' ? (
          <Field
            key="password"
            label="Tu contraseña de antes del cambio"
            hint="La que tenías cuando todo estaba bien."
            error={form.errors.value}
            required
          >
            <PasswordInput name="password" autoComplete="current-password" {...form.text('value')} />
          </Field>
        ) : (
          <Field
            key="code"
            label="Código de tu app de códigos"
            hint="De la que tenías antes del cambio, o un código de recuperación."
            error={form.errors.value}
            required
          >
            <Input
              name="codigo"
              autoCapitalize="none"
              autoComplete="one-time-code"
              spellCheck="false"
              maxLength={20}
              {...form.text('value')}
            />
          </Field>
        )}
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Deshaciendo…">
          No fui yo, deshacer
        </Button>
      </Form>
      {noticia.proofs.length > 1 && (
        <Button look="quiet" onClick={change}>
          {modo === 'password' ? 'Usar un código' : 'Usar mi contraseña de antes'}
        </Button>
      )}
    </>
  )
}

/** The only proof left would be her mailbox, which somebody with her telephone can read too. */
function Consejo() {
  return (
    <>
      <p className="text-tinta-suave">
        Si fuiste tú, no hace falta que hagas nada. Si no, entra en tu cuenta y, en tu perfil, pon una
        contraseña nueva que solo tú sepas y cierra la sesión en los demás dispositivos. Si algo espera su
        día, verás cómo cancelarlo.
      </p>
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Ir a entrar
      </Link>
    </>
  )
}

function ChangeUndone() {
  return (
    <NoticePage illustration={<Carta open className="w-52" />} title="Quedó deshecho">
      <p className="text-tinta-suave">
        Cerramos todas las sesiones. Entra de nuevo y, con calma, pon una contraseña nueva que nadie más sepa.
      </p>
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Iniciar sesión
      </Link>
    </NoticePage>
  )
}

function Vencido() {
  return (
    <NoticePage illustration={<Carta className="w-52" />} title="Este aviso ya no está vigente">
      <p className="text-tinta-suave">
        Vale siete días. Si algo de tu cuenta no te cuadra, entra y revisa en tu perfil tus dispositivos y tu
        contraseña.
      </p>
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Ir a entrar
      </Link>
    </NoticePage>
  )
}
