import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { CorreoInput, Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { PasswordInput } from '../../components/form/PasswordInput.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { LARGO_DE_NOMBRE } from '../../lib/cuenta/nombre.ts'
import { PASSWORD_MIN } from '../../lib/cuenta/password.ts'
import { offerPasos } from '../../lib/device/primerosPasos.ts'
import { keepForm, readForm } from '../../lib/device/tab.ts'
import { readCorreo } from '../../lib/text/correo.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Acuerdo } from './Acuerdo.tsx'
import { CheckCorreo } from './CheckCorreo.tsx'
import { signUp } from './cuenta.ts'
import { forgetEspera, keepEspera, readEspera } from './espera.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { IdentidadSelect } from './IdentidadSelect.tsx'
import { Marco } from './Marco.tsx'
import { SharedPhone } from './SharedPhone.tsx'
import { showIncomplete, showRegistroFailed, showRestrictedAccess } from './toasts.ts'
import { codigoOf, isAdmitida, type RegistroForm, registroSchema } from './validar.ts'

const vacio: RegistroForm & { comparteNombre: boolean } = {
  nombre: '',
  email: '',
  password: '',
  identidad: '',
  codigo: '',
  comparteNombre: false,
}

/** What the tab keeps over a reload: neither her password nor how she identifies. */
const BORRADOR = 'registro'

function begun(codigo: string): typeof vacio {
  const kept = { ...vacio, codigo, ...(readForm(BORRADOR) as Partial<typeof vacio> | null) }
  return {
    ...vacio,
    nombre: String(kept.nombre),
    email: String(kept.email),
    codigo: String(kept.codigo || codigo),
    comparteNombre: kept.comparteNombre === true,
  }
}

/** The form, with advice about shared phones above it. */
export function Register() {
  const [sentTo, setSentTo] = useState(readEspera)
  const [justSent, setJustSent] = useState(false)
  const [params] = useSearchParams()
  const [values, setValues] = useState(() => begun(params.get('codigo')?.trim() ?? ''))
  const write = (next: typeof vacio) => {
    setValues(next)
    const { nombre, email, codigo, comparteNombre } = next
    keepForm(
      BORRADOR,
      nombre || email || codigo || comparteNombre ? { nombre, email, codigo, comparteNombre } : null,
    )
  }
  const codigo = codigoOf(values.codigo)
  const form = useForm<typeof vacio>({
    kept: [values, write],
    ready: mayBeSent,
    schema: registroSchema,
    onRefused: (errors) => showRegistroFailed(Object.values(errors)[0]),
    send: async (values) => {
      const email = values.email.trim()
      const inside = await signUp({
        ...values,
        nombre: values.nombre.trim(),
        email,
        codigo: codigoOf(values.codigo),
      })
      keepForm(BORRADOR, null)
      offerPasos()
      if (inside) return
      keepEspera(email)
      setJustSent(true)
      setSentTo(email)
      toast({
        title: 'Registro exitoso',
        description: 'Te enviamos un correo. Ábrelo y confirma tu cuenta para poder entrar.',
      })
    },
    onFailure: (failure) => {
      showRegistroFailed(failure)
      // It lies above the button she pressed: the focus brings it into sight.
      if (toServiceError(failure).code === 'weak_password') return { password: messageOf(failure) }
    },
    leaves: true,
  })

  if (sentTo) {
    const begin = () => {
      forgetEspera()
      setSentTo(null)
    }
    return <CheckCorreo email={sentTo} justSent={justSent} onOther={begin} />
  }

  return (
    <Marco
      title="Crea tu cuenta"
      subtitle={<span className="max-md:hidden">Un espacio hecho por y para mujeres.</span>}
    >
      <SharedPhone />
      <Form of={form} className="grid gap-4">
        <Field
          label="Nombre"
          hint="Lo leen tus contactos; puede ser otro."
          error={form.errors.nombre}
          required
        >
          {/* Twice as many as fit: what is too long is said to be, and not cut off while she types. */}
          <Input
            name="name"
            autoComplete="nickname"
            maxLength={LARGO_DE_NOMBRE.max * 2}
            {...form.text('nombre')}
          />
        </Field>
        <Field
          label="Correo electrónico"
          hint="Mejor uno que solo tú puedas abrir."
          error={form.errors.email}
          required
        >
          <CorreoInput maxLength={255} {...form.text('email', readCorreo)} />
        </Field>
        <Field
          label="Contraseña"
          hint={`Al menos ${PASSWORD_MIN} caracteres. `}
          error={form.errors.password}
          required
        >
          <PasswordInput name="password" autoComplete="new-password" {...form.text('password')} />
        </Field>
        <Field label="Identidad de género" hint="Solo para admitirte. No la ven otras ni el equipo." required>
          <IdentidadSelect {...form.text('identidad')} />
        </Field>
        <Field
          label="Código de una amiga (opcional)"
          hint="Si alguien te invitó. Sin él entras igual."
          error={form.errors.codigo}
        >
          <Input
            name="codigo"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={20}
            {...form.text('codigo')}
          />
        </Field>
        {codigo && (
          <div className="rounded-card bg-salvia-suave px-4 py-2">
            <Checkbox
              name="comparte_nombre"
              {...form.checked('comparteNombre')}
              label="Quiero que mi amiga vea mi nombre en su lista"
              hint="Si no lo marcas, verá solo que alguien se unió."
            />
          </div>
        )}
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Creando tu cuenta…">
          Crear mi cuenta
        </Button>
        <Acuerdo action="crear tu cuenta" />
      </Form>
      <GoogleButton invitacion={codigo ? { codigo, comparteNombre: form.values.comparteNombre } : null} />
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

/** Whether all is filled in, and the identity is one that is admitted; says so where not. */
function mayBeSent({ nombre, email, password, identidad }: RegistroForm): boolean {
  const empty = !nombre.trim()
    ? 'name'
    : !email.trim()
      ? 'email'
      : !password
        ? 'password'
        : !identidad && 'identidad'
  if (empty) {
    showIncomplete()
    // The toast names no field: the first empty one is brought into sight.
    document.getElementsByName(empty)[0]?.focus()
  } else if (!isAdmitida(identidad)) showRestrictedAccess()
  else return true
  return false
}
