import { Check, Copy, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '../../../components/button/Button.tsx'
import { ErrorState } from '../../../components/feedback/ErrorState.tsx'
import { Spinner } from '../../../components/feedback/Spinner.tsx'
import { messageOf } from '../../../lib/api/errors.ts'
import { useOnline } from '../../../lib/device/online.ts'
import { outsideTarget } from '../../../lib/outside/outside.ts'
import { whatsappHref } from '../../../lib/outside/phone.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import type { Contacto } from '../contactos/contactos.ts'
import {
  type Confianza,
  describeNewLink,
  invitacionMessage,
  isReachable,
  reminderMessage,
} from './confianza.ts'
import { useInvite } from './confianzas.ts'

const icon = 'size-5 shrink-0'

type StepsProps = { contacto: Contacto; confianza: Confianza | undefined }

/** Asks before a link is made anew, and makes one. */
export function InvitacionSteps({ contacto, confianza: now }: StepsProps) {
  // As it was when she opened this: the link that is made here makes it so, too.
  const [confianza] = useState(now)
  const newLink = describeNewLink(confianza)
  const [asks, setAsks] = useState(newLink !== null)
  const accepted = confianza?.estado === 'acepto'
  return asks ? (
    <div className="grid gap-3">
      {!isReachable(confianza) && <Reminder contacto={contacto} accepted={accepted} />}
      <p>{newLink}</p>
      <Button look="secondary" size="lg" onClick={() => setAsks(false)}>
        Crear otro enlace
      </Button>
    </div>
  ) : (
    <Enlace contacto={contacto} accepted={accepted} />
  )
}

type LinkProps = { contacto: Contacto; accepted: boolean }

/** What was sent goes on being good: only a word, which she sends herself. */
function Reminder({ contacto: { nombre, telefono }, accepted }: LinkProps) {
  const whatsapp = whatsappHref(telefono, reminderMessage(nombre, accepted))
  if (!whatsapp) return null
  return (
    <a
      href={whatsapp}
      target={outsideTarget()}
      rel="noopener noreferrer"
      className={buttonClass({ size: 'lg', wide: true })}
    >
      <MessageCircle aria-hidden="true" className={icon} />
      Recordarle por WhatsApp
    </a>
  )
}

function Enlace({ contacto, accepted }: LinkProps) {
  const { id, nombre } = contacto
  const { mutate, data: href, error, isPending } = useInvite()
  // React runs effects twice while developing: one link is enough.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate(id)
  }, [mutate, id])

  if (error) return <ErrorState message={messageOf(error)} onRetry={() => mutate(id)} busy={isPending} />
  if (!href) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner label="Creando el enlace…" /> Creando el enlace…
      </p>
    )
  }
  return <ShareLink mensaje={invitacionMessage(nombre, href, accepted)} href={href} contacto={contacto} />
}

type ShareLinkProps = { contacto: Contacto; mensaje: string; href: string }

function ShareLink({ mensaje, href, contacto: { telefono } }: ShareLinkProps) {
  const online = useOnline()
  const [copied, setCopied] = useState(false)
  const whatsapp = whatsappHref(telefono, mensaje)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(mensaje)
      setCopied(true)
    } catch {
      // No clipboard, or access refused: the link can be selected with one press instead.
      toast({
        title: 'No se pudo copiar',
        description: 'Mantén presionado el enlace para seleccionarlo.',
        variant: 'destructive',
      })
    }
  }
  const share = async () => {
    try {
      await navigator.share({ text: mensaje })
    } catch {
      // She chose nothing, or the phone refused: the link is still there.
    }
  }

  return (
    <div className="grid gap-3">
      <p className="select-all rounded-card border-2 border-jacaranda-viva border-dashed bg-jacaranda-suave px-4 py-3 text-[0.9375rem] text-jacaranda-texto wrap-anywhere">
        {href}
      </p>
      {whatsapp && (
        <a
          href={whatsapp}
          target={outsideTarget()}
          rel="noopener noreferrer"
          className={buttonClass({ size: 'lg', wide: true })}
        >
          <MessageCircle aria-hidden="true" className={icon} />
          Escribirle por WhatsApp
        </a>
      )}
      <div className="grid grid-flow-col auto-cols-fr gap-3">
        {'share' in navigator && (
          <Button
            look="secondary"
            size="lg"
            className="px-3"
            icon={<Share2 aria-hidden="true" className={icon} />}
            onClick={() => void share()}
          >
            Compartir
          </Button>
        )}
        <Button
          look="secondary"
          size="lg"
          className="px-3"
          icon={
            copied ? (
              <Check aria-hidden="true" className={icon} />
            ) : (
              <Copy aria-hidden="true" className={icon} />
            )
          }
          onClick={() => void copy()}
        >
          {copied ? 'Copiado' : 'Copiar'}
        </Button>
      </div>
      <p className="text-sm text-tinta-suave">
        {online ? '' : 'No tienes internet: el mensaje saldrá cuando vuelva. '}
        Sirve 30 días, una vez.
      </p>
    </div>
  )
}
