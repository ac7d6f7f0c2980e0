import { useEffect, useState } from 'react'
import { useSession } from '../../../data/session.tsx'
import { describeAge } from '../../../lib/outside/mensaje.ts'
import { openInTap, outsideTarget } from '../../../lib/outside/outside.ts'
import { whatsappDigits, whatsappHref } from '../../../lib/outside/phone.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { ActionCard } from '../ActionCard.tsx'
import type { Contacto } from '../contactos/contactos.ts'
import { noSession } from '../panico/toasts.ts'
import { acompanamientoMessage, useAcompanamiento, useLocationSharing } from './acompanamiento.ts'
import { Sendero } from './Sendero.tsx'
import { endAcompanamiento, HORAS, type Horas, startAcompanamiento } from './shareAcompanamiento.ts'
import * as toasts from './toasts.ts'

/** «Acompáñame»: a message for whoever comes first among her contacts, with a link that shows where she is. */
export function AcompanamientoCard({ contactos }: { contactos: Contacto[] | undefined }) {
  const { user } = useSession()
  const activo = useLocationSharing()
  const acompanamiento = useAcompanamiento()
  const [horas, setHoras] = useState<Horas>(1)
  const contacto = contactos?.find(({ telefono }) => whatsappDigits(telefono) !== null)
  const hrefOf = (codigo: string) =>
    contacto && whatsappHref(contacto.telefono, acompanamientoMessage(codigo))

  const change = (next: boolean) => {
    if (!user) return noSession()
    if (!next) {
      endAcompanamiento()
      return toasts.locationSharingSwitched(false, 'Escríbele a quien te acompañaba que llegaste bien.')
    }
    if (!contacto) {
      return toast({
        title: 'Contacto no encontrado',
        description: 'Agrega primero a alguien de tu confianza.',
        variant: 'destructive',
      })
    }
    const href = hrefOf(startAcompanamiento(user.id, horas))
    const abierta = href && navigator.onLine && openInTap(href)
    toasts.locationSharingSwitched(
      true,
      abierta
        ? `WhatsApp se abrió con un mensaje para ${contacto.nombre}: presiona enviar.`
        : `Tu mensaje para ${contacto.nombre} está listo: ábrelo y presiona enviar.`,
    )
  }

  const href = acompanamiento && hrefOf(acompanamiento.codigo)
  return (
    <ActionCard
      title="Acompáñame"
      description="Alguien de tu confianza ve por dónde vas, con un enlace que termina solo."
      drawing={<Sendero />}
    >
      {!activo && (
        <Field label="Durante">
          <Select value={horas} onChange={({ target }) => setHoras(Number(target.value) as Horas)}>
            {HORAS.map((cuantas) => (
              <option key={cuantas} value={cuantas}>
                {cuantas === 1 ? '1 hora' : `${cuantas} horas`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Switch label="Modo Acompañamiento" checked={activo} onChange={change} />
      {acompanamiento && (
        <div className="grid gap-2">
          {href && (
            <a
              href={href}
              target={outsideTarget()}
              rel="noopener noreferrer"
              className={buttonClass({ look: 'secondary', wide: true })}
            >
              Escribir a {contacto?.nombre} por WhatsApp
            </a>
          )}
          <Enviada enviadaEn={acompanamiento.enviadaEn} />
          <p className="text-sm text-tinta-suave">
            Termina sola a las {shortHora(new Date(acompanamiento.terminaEn))}. Mantén esta página abierta y
            la pantalla encendida: con el teléfono bloqueado tu ubicación no sale.
          </p>
        </div>
      )}
    </ActionCard>
  )
}

/** When a position last left this device. */
function Enviada({ enviadaEn }: { enviadaEn: number | null }) {
  const now = useNow()
  return (
    <p role="status" className="font-semibold text-[0.9375rem]">
      {enviadaEn === null
        ? 'Todavía no ha salido ninguna ubicación tuya.'
        : `Tu última ubicación en el enlace: ${describeAge(now - enviadaEn)}.`}
    </p>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
