import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClass } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { cx } from '../../../components/cx.ts'
import { ListSkeleton } from '../../../components/feedback/Skeleton.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { locate } from '../../../lib/device/geolocation.ts'
import { skipPasos } from '../../../lib/device/primerosPasos.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { findInvitable, isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'
import { InvitacionDialog } from '../alarma/InvitacionDialog.tsx'
import { ContactDialog } from '../contactos/ContactDialog.tsx'
import { type Contacto, useContactos } from '../contactos/contactos.ts'
import { permissionPasos } from '../posicion/navegador.ts'
import { usePosicion } from '../posicion/posicion.ts'
import { Simulacro } from '../simulacro/Simulacro.tsx'
import { type Estado, estadosOf, PASOS, type Paso } from './pasos.ts'

/** Three steps after which an alert is whole: somebody, her place, a test. Each can be left out, and none stands in her way. */
export function PrimerosPasos() {
  const { id } = useUser()
  const { data: contactos, isFetched: known } = useContactos()
  const { memoria, permiso } = usePosicion(id)
  const navigate = useNavigate()
  const [passed, setPassed] = useState<ReadonlyMap<Paso, 'hecho' | 'omitido'>>(new Map())
  const [adding, setAdding] = useState(false)
  const { data: confianzas, isFetched: knownToo } = useConfianzas()
  // Whom, as it was when she pressed: an invitation changes who would be next.
  const [inviting, setInviting] = useState<Contacto | null>(null)
  const reachable = confianzas?.filter(isReachable).length ?? 0
  const invitable = contactos && findInvitable(contactos, confianzas)
  const estados = estadosOf({ contactos: contactos?.length ?? 0, permiso, passed })
  const over = PASOS.every((paso) => estados[paso] === 'hecho' || estados[paso] === 'omitido')
  const pass = (paso: Paso, how: 'hecho' | 'omitido') => setPassed((known) => new Map(known).set(paso, how))

  const leave = () => {
    skipPasos()
    void navigate('/seguridad')
  }

  const step = (paso: Paso) => ({
    number: PASOS.indexOf(paso) + 1,
    estado: estados[paso],
    onSkip: () => pass(paso, 'omitido'),
  })

  return (
    <div className="mx-casa in-turn grid w-full max-w-xl content-start gap-4 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">Deja lista tu alerta</h1>
        <p className="text-tinta-suave">
          Tres pasos. Omite los que quieras: el botón de pánico funciona igual, y puedes volver aquí cuando
          quieras.
        </p>
      </header>
      {/* Answered once, or failed: what is asked again meanwhile takes no step away from under her finger. */}
      {!known || !knownToo ? (
        <ListSkeleton />
      ) : (
        <ol className="grid gap-3">
          <Step
            {...step('contacto')}
            title="Elige a alguien de tu confianza"
            after={
              invitable && (
                <>
                  <p>Si acepta tu invitación, tu alerta le llega sola, aunque no alcances a escribirle.</p>
                  <Button look="secondary" onClick={() => setInviting(invitable)}>
                    {invitable.como} a <Propio>{invitable.nombre}</Propio>
                  </Button>
                </>
              )
            }
          >
            <p>
              Para esa persona prepara su mensaje el botón de pánico. No recibe nada hasta que tú lo envíes.
            </p>
            <Button onClick={() => setAdding(true)}>Agregar a alguien</Button>
          </Step>
          <Step {...step('ubicacion')} title="Permite tu ubicación">
            {permiso === 'denied' ? (
              <>
                <p>Tu navegador la tiene bloqueada. Para permitirla:</p>
                <ol className="list-decimal pl-5">
                  {permissionPasos(navigator.userAgent).map((paso) => (
                    <li key={paso}>{paso}</li>
                  ))}
                </ol>
              </>
            ) : (
              <>
                <p>Tu navegador te preguntará ahora, con calma, y no en medio de una alerta.</p>
                <Button
                  onClick={() =>
                    void locate().then(({ fix }) => {
                      if (!fix) return
                      memoria.remember(fix)
                      // Some browsers do not tell whether they allow it: a place is proof enough.
                      if (permiso === 'unknown') pass('ubicacion', 'hecho')
                    })
                  }
                >
                  Permitir mi ubicación
                </Button>
              </>
            )}
          </Step>
          <Step {...step('prueba')} title="Haz una prueba">
            <p>Los mismos pasos que una alerta, para que sepas cómo es.</p>
            {contactos && (
              <Simulacro
                contactos={contactos}
                reachable={reachable}
                look="primary"
                onTried={() => pass('prueba', 'hecho')}
              />
            )}
          </Step>
        </ol>
      )}
      {over ? (
        <Link to="/seguridad" replace onClick={skipPasos} className={buttonClass({ size: 'lg', wide: true })}>
          Ir a mi espacio seguro
        </Link>
      ) : (
        <Button look="quiet" onClick={leave}>
          Omitir todo
        </Button>
      )}
      <InvitacionDialog
        contacto={inviting}
        confianza={confianzas?.find(({ contacto_id }) => contacto_id === inviting?.id)}
        onClose={() => setInviting(null)}
      />
      <ContactDialog edicion={adding ? 'nuevo' : null} onClose={() => setAdding(false)} />
    </div>
  )
}

const ESTADOS: Record<Estado, string> = {
  hecho: 'hecho',
  ahora: 'ahora',
  luego: 'después',
  omitido: 'omitido',
}

type StepProps = {
  number: number
  title: string
  estado: Estado
  onSkip: () => void
  /** What may follow once it is done. */
  after?: ReactNode
  children: ReactNode
}

function Step({ number, title, estado, onSkip, after, children }: StepProps) {
  return (
    <Card as="li" aria-current={estado === 'ahora' ? 'step' : undefined} className="grid gap-3">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={cx(
            'grid size-9 shrink-0 place-items-center rounded-full font-semibold',
            estado === 'hecho' && 'bg-salvia-suave text-salvia-texto',
            estado === 'ahora' && 'bg-jacaranda text-sobre-jacaranda',
            (estado === 'luego' || estado === 'omitido') && 'bg-hundido text-tinta-suave',
          )}
        >
          {estado === 'hecho' ? <Check className="size-5" /> : number}
        </span>
        <h2
          className={cx('min-w-0 font-sans font-semibold text-lg', estado !== 'ahora' && 'text-tinta-suave')}
        >
          {title}
          <span className="sr-only"> ({ESTADOS[estado]})</span>
        </h2>
        {estado === 'omitido' && <span className="ml-auto shrink-0 text-sm text-tinta-suave">Omitido</span>}
      </div>
      {estado === 'hecho' && after && <div className="grid justify-items-start gap-3 pl-12">{after}</div>}
      {estado === 'ahora' && (
        <div className="grid justify-items-start gap-3 pl-12">
          {children}
          <button
            type="button"
            onClick={onSkip}
            className="min-h-11 font-semibold text-jacaranda-texto text-[0.9375rem] underline underline-offset-4"
          >
            Omitir este paso
          </button>
        </div>
      )}
    </Card>
  )
}
