import { type ReactNode, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { Jacaranda } from '../../components/illustrations/Jacaranda.tsx'
import { Nube } from '../../components/illustrations/Nube.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { supportEmail } from '../../lib/installation/config.ts'
import { useConfirmacion } from './pagos.ts'
import { planOf } from './suscripcion.ts'
import * as toasts from './toasts.ts'

/** Where she lands after paying: processing, then success or error (docs/product.md#plans). */
export function Resultado() {
  const [params] = useSearchParams()
  const { data, error } = useConfirmacion(planOf(params.get('plan')))

  useEffect(() => {
    if (error) toasts.updateFailed(supportEmail())
  }, [error])

  if (error) {
    return (
      <Hoja
        drawing={<Nube className="w-32" />}
        title="No pudimos confirmar tu plan"
        text={`${error.message} ${apoyo()}`}
        role="alert"
      >
        <Link to="/pricing" className={buttonClass({ size: 'lg', wide: true })}>
          Reintentar
        </Link>
        <Link to="/soporte" className={buttonClass({ look: 'secondary', size: 'lg', wide: true })}>
          Escribir a soporte
        </Link>
        <Salidas look="quiet" />
      </Hoja>
    )
  }
  if (data) {
    return (
      <Hoja
        drawing={<Jacaranda className="w-36" />}
        title="¡Listo! Tu plan está activo"
        text={`Ya tienes ${brand.plans[data].name}. Gracias por sostener esta casa.`}
        role="status"
      >
        <Salidas look="primary" />
      </Hoja>
    )
  }
  return (
    <Hoja
      drawing={<Spinner className="text-4xl text-jacaranda-texto" />}
      title="Procesando tu suscripción"
      text="Esperamos la confirmación de tu pago. Tarda unos segundos."
      role="status"
    />
  )
}

/** Says whom to write to, and warns against paying twice. */
const apoyo = () =>
  supportEmail()
    ? `Si ya pagaste, no pagues de nuevo: contacta a soporte aquí o en ${supportEmail()} y lo revisamos contigo.`
    : 'Si ya pagaste, no pagues de nuevo: contacta a soporte y lo revisamos contigo.'

type HojaProps = {
  drawing: ReactNode
  title: string
  text: string
  role: 'status' | 'alert'
  children?: ReactNode
}

function Hoja({ drawing, title, text, role, children }: HojaProps) {
  return (
    <div className="mx-auto grid w-full max-w-md px-4 pt-8 pb-10 md:pt-16">
      {/* Another sheet, not the same one with other words in it: nothing of it moves. */}
      <Card key={title} className="grid justify-items-center gap-5 p-6 text-center md:p-8">
        {drawing}
        <div role={role} className="grid gap-2">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          <p className="text-tinta-suave">{text}</p>
        </div>
        {children && <div className="grid w-full gap-3">{children}</div>}
      </Card>
    </div>
  )
}

function Salidas({ look }: { look: 'primary' | 'quiet' }) {
  return (
    <>
      <Link to="/" className={buttonClass({ look, size: 'lg', wide: true })}>
        Ir al inicio
      </Link>
      <Link to="/perfil" className={buttonClass({ look: 'quiet', size: 'lg', wide: true })}>
        Ver mi perfil
      </Link>
    </>
  )
}
