import { Video } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { OutsideLink } from '../../components/button/OutsideLink.tsx'
import { SafeHtml } from '../../components/content/SafeHtml.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { planOf, usePerfil } from '../../lib/member/perfil.ts'
import { readable } from '../../lib/text/readable.ts'
import { useDevicePush } from './devicePush.ts'
import {
  type Encuentro,
  isFarOff,
  tellOpening,
  tellWhen,
  useRemind,
  useSignOff,
  useSignUp,
} from './encuentros.ts'
import * as toasts from './toasts.ts'

/** An event or a workshop: what it is, when, and her seat in it. */
export function EncuentroCard({ encuentro }: { encuentro: Encuentro }) {
  const { clase, titulo, descripcion, solo_premium, cancelado, mia, lleno } = encuentro
  const id = useId()
  return (
    <Card as="article" aria-labelledby={id} className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        <Badge>{clase === 'taller' ? 'Taller' : 'Evento'}</Badge>
        {solo_premium && <Badge tone="maiz">{brand.plans.premium.name}</Badge>}
        {cancelado && <Badge tone="alerta">Cancelado</Badge>}
        {!cancelado && mia === 'dentro' && <Badge tone="salvia">Tienes lugar</Badge>}
        {!cancelado && mia === 'espera' && <Badge tone="bugambilia">En lista de espera</Badge>}
        {!cancelado && !mia && lleno && <Badge tone="bugambilia">Lleno</Badge>}
      </p>
      <h4 id={id} className="font-semibold text-xl wrap-anywhere">
        {readable(titulo)}
      </h4>
      <p className="text-[0.9375rem] text-tinta-suave first-letter:uppercase">{tellWhen(encuentro)}</p>
      {descripcion && <SafeHtml html={descripcion} from={5} className="texto gap-2! wrap-anywhere" />}
      {cancelado ? <p>Se canceló. No tienes que hacer nada.</p> : <Seat encuentro={encuentro} />}
    </Card>
  )
}

function Seat({ encuentro }: { encuentro: Encuentro }) {
  const { id, titulo, solo_premium, mia, lleno } = encuentro
  const { data: perfil, isPending } = usePerfil()
  const signUp = useSignUp()
  if (mia) return <Own encuentro={encuentro} />
  const plan = planOf(perfil)
  if (solo_premium && isPending) return <Skeleton className="h-11 w-32 rounded-control" />
  // Where her plan cannot be known, the service decides.
  if (solo_premium && plan !== null && plan !== 'premium') {
    return (
      <p className="grid gap-2">
        <span>Es del plan {brand.plans.premium.name}.</span>
        <Link to="/pricing" className={buttonClass({ look: 'secondary', className: 'justify-self-start' })}>
          Ver los planes
        </Link>
      </p>
    )
  }
  return (
    <Button
      look={lleno ? 'secondary' : 'primary'}
      className="justify-self-start"
      busy={signUp.isPending}
      aria-label={`${lleno ? 'Esperar un lugar en' : 'Apuntarme a'} ${readable(titulo)}`}
      onClick={() =>
        signUp.mutate(id, { onSuccess: toasts.signedUp, onError: (failure) => toasts.signUpFailed(failure) })
      }
    >
      {lleno ? 'Esperar un lugar' : 'Apuntarme'}
    </Button>
  )
}

function Own({ encuentro }: { encuentro: Encuentro }) {
  const { id, titulo, mia, recordar, abre, enlace } = encuentro
  const [asks, setAsks] = useState(false)
  const signOff = useSignOff()
  const remind = useRemind()
  const { data: push } = useDevicePush()
  return (
    <>
      {mia === 'espera' && <p>Si alguien deja su lugar, será de quien espera desde antes.</p>}
      {mia === 'dentro' && enlace && (
        <div className="grid gap-1">
          <OutsideLink href={enlace} look="primary" icon={<Video />}>
            Entrar
          </OutsideLink>
          <p className="text-sm text-tinta-suave">
            Se abre otra página. Ahí otras ven el nombre que escribas, y quizá tu cara: entra con el que
            quieras.
          </p>
        </div>
      )}
      {mia === 'dentro' && !enlace && abre && (
        <p className="text-[0.9375rem]">{tellOpening(abre, encuentro)}</p>
      )}
      {isFarOff(encuentro) && (
        <Checkbox
          label="Recordármelo una hora antes, sin decir de qué"
          hint={
            recordar && push && !push.id
              ? 'En este dispositivo los avisos están apagados: se encienden en «Mi agenda».'
              : undefined
          }
          checked={remind.isPending ? remind.variables.recordar : recordar}
          disabled={remind.isPending}
          onChange={({ target }) =>
            remind.mutate({ encuentro: id, recordar: target.checked }, { onError: toasts.changeFailed })
          }
        />
      )}
      <Button
        look="quiet"
        className="-mx-2 justify-self-start px-2"
        aria-label={`Dejar mi lugar en ${readable(titulo)}`}
        onClick={() => setAsks(true)}
      >
        Dejar mi lugar
      </Button>
      <ConfirmDialog
        open={asks}
        title="¿Dejar tu lugar?"
        description="Otra podrá tomarlo. Si hay lista de espera, volverías al final."
        action="Dejar mi lugar"
        busy={signOff.isPending}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          signOff.mutate(id, {
            onSuccess: () => {
              setAsks(false)
              toasts.signedOff()
            },
            onError: toasts.signOffFailed,
          })
        }
      />
    </>
  )
}
