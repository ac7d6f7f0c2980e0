import { openInTap, outsideTarget } from '../../lib/abrir.ts'
import { brand } from '../../lib/brand.ts'
import { whatsappDigits, whatsappHref } from '../../lib/phone.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ActionCard } from './ActionCard.tsx'
import { activarAcompanamiento, MENSAJE_ACOMPANAMIENTO, useAcompanamiento } from './acompanamiento.ts'
import * as avisos from './avisos.ts'
import type { Contacto } from './contactos.ts'
import { Camino } from './dibujos.tsx'

/** «Acompáñame»: a message ready for whoever comes first among her contacts. The live map is still to come. */
export function Acompanar({ contactos }: { contactos: Contacto[] | undefined }) {
  const { user } = useSession()
  const activo = useAcompanamiento()
  const contacto = contactos?.find(({ telefono }) => whatsappDigits(telefono) !== null)
  const href = contacto ? whatsappHref(contacto.telefono, MENSAJE_ACOMPANAMIENTO) : null

  const change = (next: boolean) => {
    if (!user) return avisos.sinSesion()
    if (!next) {
      activarAcompanamiento(false)
      return avisos.acompanamiento(false, 'Escríbele a quien te acompañaba que llegaste bien.')
    }
    if (!contacto || !href) {
      return toast({
        title: 'Contacto no encontrado',
        description: 'Agrega primero a alguien de tu confianza.',
        variant: 'destructive',
      })
    }
    activarAcompanamiento(true)
    const abierta = navigator.onLine && openInTap(href)
    avisos.acompanamiento(
      true,
      abierta
        ? `WhatsApp se abrió con un mensaje para ${contacto.nombre}: presiona enviar.`
        : `Tu mensaje para ${contacto.nombre} está listo: ábrelo y presiona enviar.`,
    )
  }

  return (
    <ActionCard
      title="Acompáñame"
      description="Deja listo un mensaje para que alguien siga tu camino."
      drawing={<Camino />}
    >
      <Switch label="Modo Acompañamiento" checked={activo} onChange={change} />
      {activo && (
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
          <p className="text-sm text-tinta-suave">
            {brand.name} todavía no comparte tu posición: si quieres, compártela tú desde WhatsApp.
          </p>
        </div>
      )}
    </ActionCard>
  )
}
