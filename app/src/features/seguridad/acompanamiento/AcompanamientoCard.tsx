import { useState } from 'react'
import { buttonClass } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { cx } from '../../../components/cx.ts'
import { Field } from '../../../components/form/Field.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { Switch } from '../../../components/form/Switch.tsx'
import { isApple } from '../../../lib/device/apple.ts'
import { useOnline } from '../../../lib/device/online.ts'
import { openInTap, outsideTarget } from '../../../lib/outside/outside.ts'
import { whatsappDigits } from '../../../lib/outside/phone.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { shortHora } from '../../../lib/time/fechas.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import { ActionCard } from '../ActionCard.tsx'
import type { Contacto } from '../contactos/contactos.ts'
import { viasTo } from '../panico/alerta.ts'
import { noSession } from '../panico/toasts.ts'
import { reasonOf } from '../posicion/falla.ts'
import { PasosPermiso } from '../posicion/PasosPermiso.tsx'
import {
  acompanamientoMessage,
  describeEnvio,
  type EstadoAcompanamiento,
  useAcompanamiento,
  useLocationSharing,
} from './acompanamiento.ts'
import { Sendero } from './Sendero.tsx'
import { endAcompanamiento, HORAS, type Horas, startAcompanamiento } from './shareAcompanamiento.ts'
import * as toasts from './toasts.ts'
import { useNow } from './useNow.ts'

/** «Acompáñame»: a message for the first of her contacts, with a link that shows where she is. */
export function AcompanamientoCard({ contactos }: { contactos: Contacto[] | undefined }) {
  const { user } = useSession()
  const activo = useLocationSharing()
  const acompanamiento = useAcompanamiento()
  const [horas, setHoras] = useState<Horas>(1)
  const contacto = contactos?.find(({ telefono }) => whatsappDigits(telefono) !== null)
  const online = useOnline()
  // Without a network an SMS still goes, and WhatsApp waits for it.
  const viasOf = (codigo: string) =>
    contacto
      ? viasTo(contacto, acompanamientoMessage(codigo), { online, apple: isApple() })
          .filter(({ canal }) => canal !== 'llamada')
          .slice(0, online ? 1 : 2)
      : []

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
    const [via] = viasOf(startAcompanamiento(user.id, horas))
    const abierta = via?.canal === 'whatsapp' && online && openInTap(via.href)
    const how = abierta
      ? `Presiona enviar en WhatsApp para que le llegue a ${contacto.nombre}; si no se abrió, ábrelo aquí.`
      : `Tu mensaje para ${contacto.nombre} está listo: ábrelo${via?.canal === 'sms' ? ' como SMS' : ''} y presiona enviar.`
    toasts.locationSharingSwitched(true, `${how} Intentando compartir tu ubicación.`)
  }

  const vias = acompanamiento ? viasOf(acompanamiento.codigo) : []
  return (
    <ActionCard
      title="Acompáñame"
      description="Alguien ve por dónde vas, un rato."
      drawing={<Sendero />}
      action={<Switch label="Modo Acompañamiento" checked={activo} onChange={change} />}
      options={
        !activo && (
          <Field label="Durante">
            <Select value={horas} onChange={({ target }) => setHoras(Number(target.value) as Horas)}>
              {HORAS.map((cuantas) => (
                <option key={cuantas} value={cuantas}>
                  {cuantas === 1 ? '1 hora' : `${cuantas} horas`}
                </option>
              ))}
            </Select>
          </Field>
        )
      }
    >
      {acompanamiento && (
        <div className="grid gap-2">
          {vias.map((via, index) => (
            <a
              key={via.canal}
              href={via.href}
              target={via.canal === 'whatsapp' ? outsideTarget() : undefined}
              rel="noopener noreferrer"
              className={buttonClass({ look: index === 0 ? 'secondary' : 'quiet', wide: true })}
            >
              <span>
                {via.canal === 'whatsapp' ? 'Escribir' : 'Enviar'} a <Propio>{via.nombre}</Propio> por{' '}
                {via.canal === 'whatsapp' ? 'WhatsApp' : 'SMS'}
              </span>
            </a>
          ))}
          <Envio estado={acompanamiento} />
          <p className="text-sm text-tinta-suave">
            Termina sola a las {shortHora(new Date(acompanamiento.terminaEn))}. Mantén esta página abierta y
            la pantalla encendida: con el teléfono bloqueado tu ubicación no sale.
          </p>
        </div>
      )}
    </ActionCard>
  )
}

/** What the link shows of her now. */
function Envio({ estado }: { estado: NonNullable<EstadoAcompanamiento> }) {
  const { bien, texto } = describeEnvio(estado, useNow())
  const blocked = estado.falla === 'denied'
  return (
    <div
      className={cx(
        'grid gap-1 rounded-card px-3 py-2',
        bien ? 'bg-salvia-suave text-salvia-texto' : 'bg-maiz-suave text-maiz-texto',
      )}
    >
      <p role="status" className="font-semibold text-[0.9375rem]">
        {texto}
      </p>
      {!bien && estado.falla && (
        <div className="text-[0.9375rem]">
          <p>{reasonOf(estado.falla)}</p>
          {blocked && <PasosPermiso />}
        </div>
      )}
    </div>
  )
}
