import { MessageCircle, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { OutsideLink } from '../../../components/button/OutsideLink.tsx'
import { EmergencyLink } from '../../../components/help/EmergencyLink.tsx'
import { isApple } from '../../../lib/device/apple.ts'
import { useOnline } from '../../../lib/device/online.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'
import { EndDialog } from '../alarma/EndDialog.tsx'
import { hasLeft, personasOf } from '../alarma/estado.ts'
import { Pausa, Unheard } from '../alarma/Pausa.tsx'
import { PersonaRow } from '../alarma/PersonaRow.tsx'
import { useNombre } from '../alarma/useNombre.ts'
import { useAlarma } from '../alarma/vista.ts'
import { type Contacto, useContactos } from '../contactos/contactos.ts'
import { type Via, viasTo, viasToAnybody } from '../panico/alerta.ts'
import type { Alerta } from '../panico/estado.ts'
import { HoldButton } from '../panico/HoldButton.tsx'
import { usePanico } from '../panico/usePanico.ts'
import { usePosicion } from '../posicion/posicion.ts'

/** The alarm on the PIN screen of an app that was open: by her session. */
export function PanicoAparte({ held }: Pick<EmergenciaProps, 'held'>) {
  const { data: contactos } = useContactos()
  const { data: confianzas } = useConfianzas()
  return (
    <Emergencia
      held={held}
      owner={useUser().id}
      contactos={contactos}
      nombre={useNombre()}
      isNobody={confianzas !== undefined && !confianzas.some(isReachable)}
    />
  )
}

type EmergenciaProps = {
  /** She has raised it in another way than by its button. */
  held: boolean
  owner: string
  /** As far as they are known; undefined while they are not. */
  contactos: Contacto[] | undefined
  /** What contacts call her; null where the page does not know it. */
  nombre: string | null
  /** Whether nobody can be reached by the service. */
  isNobody: boolean
  /** Who has it, where the page knows no more of her contacts than that. */
  nombres?: Readonly<Record<string, string>>
}

/**
 * The alarm on a locked screen, which anyone with the phone in hand reads: a button that every phone's lock has, held for a second. It
 * names nobody and shows nobody's number before something has left to that person.
 */
export function Emergencia({ held, owner, contactos, nombre, isNobody, nombres }: EmergenciaProps) {
  const { memoria } = usePosicion(owner)
  const { alerta, fase, pressPanico, markOpened } = usePanico(owner, memoria, contactos, {
    nombre,
    discreet: true,
  })
  const answer = useRef<HTMLElement>(null)
  const pressed = fase !== 'reposo'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (held) pressPanico()
  }, [held])

  useEffect(() => {
    if (pressed) answer.current?.focus()
  }, [pressed])

  return (
    <section aria-label="Emergencia" className="grid gap-4">
      <HoldButton onHeld={pressPanico} />
      {pressed && (
        <section
          ref={answer}
          tabIndex={-1}
          aria-label="Lo que pasa ahora"
          className="grid animate-sube gap-4 rounded-tile border-2 border-jacaranda-viva bg-superficie p-4"
        >
          <Servicio
            isNobody={isNobody}
            nombres={nombres ?? Object.fromEntries((contactos ?? []).map((one) => [one.id, one.nombre]))}
          />
          {alerta ? (
            <Propio alerta={alerta} onOpened={markOpened} />
          ) : (
            <p role="status">Preparando tu mensaje…</p>
          )}
        </section>
      )}
      <EmergencyLink />
    </section>
  )
}

type ServicioProps = { isNobody: boolean; nombres: Readonly<Record<string, string>> }

/** What the service does, in words that name only who has it. */
function Servicio({ isNobody, nombres }: ServicioProps) {
  const { alarma, entregas, now, sendNow, end } = useAlarma()
  const [cancelling, setCancelling] = useState(false)
  if (!alarma) return null
  const nobody = entregas.length === 0 && isNobody
  const [told, waiting] = split(
    personasOf(
      entregas,
      Object.keys(nombres).map((id) => ({ id })),
    ),
    hasLeft,
  )
  const nombreOf = (one: string | null) => nombres[one ?? ''] ?? 'Un contacto'

  switch (alarma.fase) {
    case 'cerrando':
    case 'cerrada':
      return <p role="status">{alarma.fase === 'cerrada' ? 'Cerrada.' : 'Cerrando…'}</p>
    case 'pausa':
      return nobody ? (
        <Nobody />
      ) : (
        <>
          <Pausa alarma={alarma} now={now} onCancel={() => setCancelling(true)} onSendNow={sendNow} />
          <EndDialog
            leen="quien la reciba"
            motivo={cancelling ? 'por_error' : null}
            onClose={() => setCancelling(false)}
            onEnd={end}
          />
        </>
      )
    case 'sin_oir':
      return <Unheard />
    default:
      if (nobody) return <Nobody />
      return (
        <div className="grid gap-2">
          <ul aria-label="A quién le llega" className="grid gap-2 empty:hidden">
            {told.map((persona) => (
              <PersonaRow key={persona.contactoId} persona={persona} nombre={nombreOf(persona.contactoId)} />
            ))}
          </ul>
          <p role="status">
            {told.length === 0
              ? 'El servicio la tiene. Todavía no sale a nadie.'
              : waiting.length > 0
                ? `Falta que salga a ${waiting.length === 1 ? 'otra persona' : `${waiting.length} personas más`}.`
                : 'Salió a todas.'}
          </p>
        </div>
      )
  }
}

const Nobody = () => <p role="status">No le llega sola a nadie: escribe o llama tú.</p>

function split<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}

type PropioProps = { alerta: Alerta; onOpened: (via: Via) => void }

const ICONS = {
  whatsapp: <MessageCircle aria-hidden="true" />,
  sms: <MessageSquareText aria-hidden="true" />,
}
const icon = '[&_svg]:size-5 [&_svg]:shrink-0'

/** Her own message. Her contact's number is in no link: anyone with the phone in hand would read it there. */
function Propio({ alerta: { principal, mensaje, abierta }, onOpened }: PropioProps) {
  const device = { online: useOnline(), apple: isApple() }
  const ways = principal ? viasTo(principal, mensaje, device).filter(({ canal }) => canal !== 'llamada') : []

  return (
    <div className="grid gap-2">
      <p role="status">
        {abierta
          ? `Presiona enviar en ${abierta.canal === 'sms' ? 'tus mensajes' : 'WhatsApp'} para que salga.`
          : 'Tu mensaje está escrito. Ábrelo y presiona enviar.'}
      </p>
      {ways.map((via, index) => (
        <Button
          key={via.canal}
          look={index === 0 ? 'primary' : 'secondary'}
          size="lg"
          wide
          className={icon}
          icon={ICONS[via.canal as keyof typeof ICONS]}
          onClick={() => openInTap(via.href) && onOpened(via)}
        >
          {via.canal === 'sms' ? 'Enviar por SMS' : 'Escribir por WhatsApp'}
        </Button>
      ))}
      {!principal &&
        viasToAnybody(mensaje, device).map(({ canal, href, text }, index) => (
          <OutsideLink
            key={canal}
            href={href}
            look={index === 0 ? 'primary' : 'secondary'}
            icon={ICONS[canal]}
          >
            {text}
          </OutsideLink>
        ))}
    </div>
  )
}
