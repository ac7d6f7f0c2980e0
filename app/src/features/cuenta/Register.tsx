import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messageOf } from '../../data/errors.ts'
import { haveReadConsejos, rememberConsejosRead } from '../../lib/cuenta/consejos.ts'
import { PASSWORD_MIN } from '../../lib/cuenta/password.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Acuerdo } from './Acuerdo.tsx'
import { BeforeStarting } from './BeforeStarting.tsx'
import { CheckCorreo } from './CheckCorreo.tsx'
import { signUp } from './cuenta.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { IdentidadSelect } from './IdentidadSelect.tsx'
import { Marco } from './Marco.tsx'
import { showIncomplete, showRestrictedAccess } from './toasts.ts'
import { type RegistroForm, validateRegistro } from './validar.ts'

const vacio: RegistroForm = { nombre: '', email: '', password: '', identidad: '' }

/** The form, and before it, once on each device, advice about shared phones. */
export function Register() {
  const [leidos, setLeidos] = useState(() => haveReadConsejos('registro'))
  if (leidos) return <Registro />

  const proceed = () => {
    rememberConsejosRead('registro')
    setLeidos(true)
    document.getElementById('contenido')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  return <BeforeStarting onContinue={proceed} />
}

function Registro() {
  const [form, setForm] = useState(vacio)
  const [comparteNombre, setComparteNombre] = useState(false)
  const [errores, setErrores] = useState<Partial<RegistroForm>>({})
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [params] = useSearchParams()
  const codigo = params.get('codigo')?.trim() || undefined

  const change = (campo: keyof RegistroForm) => (event: { target: { value: string } }) => {
    setForm({ ...form, [campo]: event.target.value })
    setErrores({ ...errores, [campo]: undefined })
  }

  const mayBeSent = () => {
    const rechazo = validateRegistro(form)
    if (rechazo?.kind === 'incompleto') showIncomplete()
    if (rechazo?.kind === 'restringido') showRestrictedAccess()
    if (rechazo?.kind === 'campo') {
      setErrores({ [rechazo.campo]: rechazo.texto })
      toast({ title: 'Error en el registro', description: rechazo.texto, variant: 'destructive' })
    }
    return rechazo === null
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !mayBeSent()) return
    const email = form.email.trim()
    setBusy(true)
    try {
      const signedIn = await signUp({ ...form, nombre: form.nombre.trim(), email, codigo, comparteNombre })
      if (signedIn) return
      setSentTo(email)
      toast({
        title: 'Registro exitoso',
        description: 'Te enviamos un correo. Ábrelo y confirma tu cuenta para poder entrar.',
      })
    } catch (failure) {
      toast({ title: 'Error en el registro', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  if (sentTo) return <CheckCorreo email={sentTo} />

  return (
    <Marco title="Crea tu cuenta" subtitle="Un espacio hecho por y para mujeres.">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Nombre" hint="Como quieras que te llamemos. No tiene que ser tu nombre real." required>
          <Input
            name="name"
            autoComplete="nickname"
            maxLength={60}
            value={form.nombre}
            onChange={change('nombre')}
          />
        </Field>
        <Field
          label="Correo electrónico"
          hint="Mejor uno que solo tú puedas abrir."
          error={errores.email}
          required
        >
          <Input
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            value={form.email}
            onChange={change('email')}
          />
        </Field>
        <Field
          label="Contraseña"
          hint={`Al menos ${PASSWORD_MIN} caracteres. Una frase corta es fácil de recordar.`}
          error={errores.password}
          required
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={form.password}
            onChange={change('password')}
          />
        </Field>
        <Field label="Identidad de género" hint="Solo para admitirte. Nadie más podrá verla." required>
          <IdentidadSelect value={form.identidad} onChange={(identidad) => setForm({ ...form, identidad })} />
        </Field>
        {codigo && (
          <div className="rounded-card bg-salvia-suave px-4 py-2">
            <p className="pt-1">
              Una amiga te invitó con el código <strong className="font-semibold">{codigo}</strong>.
            </p>
            <Checkbox
              name="comparte_nombre"
              checked={comparteNombre}
              onChange={(event) => setComparteNombre(event.target.checked)}
              label="Quiero que mi amiga vea mi nombre en su lista"
              hint="Si no lo marcas, verá solo que alguien se unió."
            />
          </div>
        )}
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Creando tu cuenta…">
          Crear mi cuenta
        </Button>
        <Acuerdo action="crear tu cuenta" />
      </form>
      <GoogleButton invitacion={codigo ? { codigo, comparteNombre } : null} />
      <p className="text-center">
        ¿Ya tienes cuenta?{' '}
        <Link
          to={{ pathname: '/login', search: params.toString() }}
          className="inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
        >
          Inicia sesión
        </Link>
      </p>
    </Marco>
  )
}
