import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { useStill } from '../../../components/button/press.ts'
import { Frase } from '../../../components/content/Propio.tsx'
import { cx } from '../../../components/cx.ts'
import { EmergencyLink } from '../../../components/help/EmergencyLink.tsx'
import { useOnline } from '../../../lib/device/online.ts'
import { sayNumero, useEmergencia } from '../../../lib/emergencia/emergencia.ts'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import { useCierre } from '../../../lib/session/useCierre.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { EndDialog } from './EndDialog.tsx'
import {
  type Alarma,
  type Alerta,
  type Entrega,
  isUnanswered,
  mayHaveReached,
  nothingLeft,
  type Persona,
  personasOf,
  type Titular,
  titularOf,
} from './estado.ts'
import { Pausa, Unheard } from './Pausa.tsx'
import { PersonaRow } from './PersonaRow.tsx'
import type { Motivo } from './unheard.ts'
import { useAlarma } from './vista.ts'

type AlarmaPanelProps = {
  contactos: Contacto[] | undefined
  /** How many contacts the service can tell; undefined while that is not known. */
  reachable: number | undefined
  onInvite: (() => void) | undefined
  /** Whether her own message stands in the card, with a heading of its own. */
  hasMensaje: boolean
  /** She said that it is over. */
  onEnd: () => void
}

/** What the service does beside her own WhatsApp, as it stands now; nothing where no alert is. */
export function AlarmaPanel({ contactos, reachable, onInvite, hasMensaje, onEnd }: AlarmaPanelProps) {
  const { alarma, entregas: known, now, sendNow, end, dismiss } = useAlarma()
  // What comes while her finger is on «Estoy a salvo» does not push it away.
  const entregas = useStill(known)
  const suggests = useStill(alarma !== null && isUnanswered(alarma, entregas, now))
  const [ending, setEnding] = useState<Motivo | null>(null)
  const hasPin = useCierre() !== null
  if (!alarma) return null
  const { fase } = alarma
  const nobody = entregas.length === 0 && reachable === 0
  const finish = (motivo: Motivo, conPin: boolean, porPin?: PorPin) => {
    end(motivo, conPin, porPin)
    onEnd()
  }
  // Five seconds hold no second tap.
  const cancel = (slip: boolean) => (hasPin || slip ? setEnding('por_error') : finish('por_error', false))

  const personas = personasOf(entregas, contactos ?? [])
  const nombreOf = (id: string | null) =>
    contactos?.find((contacto) => contacto.id === id)?.nombre ?? 'Contacto que quitaste'
  const titular = fase === 'abierta' && !nobody ? titularOf(personas, nombreOf, now - alarma.saleEn) : null

  return (
    <section
      aria-label="Tu alerta"
      // Where it reaches nobody, her own message is what there is.
      className={cx('grid gap-4 p-4 md:p-5', nobody && 'order-1')}
    >
      {fase === 'cerrada' ? (
        <Cerrada alerta={alarma.servicio!} entregas={entregas} onDismiss={dismiss} />
      ) : (
        <>
          {titular ? (
            <Headline {...titular} nombres={personas.map(({ contactoId }) => nombreOf(contactoId))} />
          ) : (
            // While it counts down the sentence beside the ring says it.
            <h2
              className={cx(
                'text-2xl',
                ((fase === 'pausa' && !nobody) || (nobody && hasMensaje)) && 'sr-only',
              )}
            >
              {titleOf(alarma, nobody)}
            </h2>
          )}
          {nobody && fase !== 'cerrando' ? (
            <Nobody onInvite={onInvite} onEnd={() => setEnding('a_salvo')} />
          ) : fase === 'pausa' ? (
            <Pausa alarma={alarma} now={now} onCancel={cancel} onSendNow={sendNow} />
          ) : fase === 'cerrando' ? (
            <EndUnheard oida={alarma.oida} />
          ) : (
            <>
              {fase === 'sin_oir' && <Unheard />}
              {alarma.oida && <Personas alarma={alarma} personas={personas} nombreOf={nombreOf} />}
              {suggests && <Suggestion />}
              <Ends onEnd={setEnding} />
            </>
          )}
        </>
      )}
      <EndDialog
        leen={nobody ? 'nadie' : fase === 'pausa' || fase === 'sin_oir' ? 'quien la reciba' : 'contactos'}
        motivo={ending}
        onClose={() => setEnding(null)}
        onEnd={finish}
      />
    </section>
  )
}

const TONES: Record<Titular['tono'], [icon: LucideIcon, className: string]> = {
  bien: [CheckCheck, 'bg-salvia-suave text-salvia-texto'],
  llego: [Check, 'bg-jacaranda-suave text-jacaranda-texto'],
  espera: [Clock, 'bg-maiz-suave text-maiz-texto'],
  mal: [CircleAlert, 'bg-alerta-suave text-alerta-texto'],
}

/** Where things stand: the largest words of the card, and the hour. */
function Headline({ texto, desde, tono, nombres }: Titular & { nombres: string[] }) {
  const [Icon, tone] = TONES[tono]
  return (
    <div
      role="status"
      className={cx('-m-4 mb-0 flex items-center gap-3 px-4 py-3.5 md:-m-5 md:mb-0 md:px-5', tone)}
    >
      <Icon aria-hidden="true" className="size-8 shrink-0" strokeWidth={2.2} />
      <h2 className="min-w-0 flex-1 text-2xl leading-tight">
        <Frase propios={nombres}>{texto}</Frase>
      </h2>
      {desde && (
        <time dateTime={desde} className="shrink-0 font-semibold tabular-nums">
          {shortHora(new Date(desde))}
        </time>
      )}
    </div>
  )
}

function titleOf({ fase, pulsadaEn }: Alarma, nobody: boolean): string {
  if (fase === 'cerrando') return 'Cerrando tu alerta'
  if (nobody) return 'Escríbele tú a alguien'
  if (fase === 'pausa') return 'Tu alerta está por salir'
  if (fase === 'sin_oir') return 'Tu alerta espera en este teléfono'
  return fase === 'saliendo'
    ? 'Tu alerta está saliendo'
    : `Tu alerta, desde las ${shortHora(new Date(pulsadaEn))}`
}

/** Nobody said yes: the service tells nobody, and her own message is what there is. */
function Nobody({ onInvite, onEnd }: { onInvite: (() => void) | undefined; onEnd: () => void }) {
  return (
    <div className="grid gap-3">
      <p>
        Esta alerta no le llega sola a nadie: falta que alguien acepte y elija cómo recibirla. Usa tu propio
        mensaje.
      </p>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <Button look="secondary" onClick={onEnd}>
          Estoy a salvo
        </Button>
        {onInvite && (
          <Button look="quiet" onClick={onInvite}>
            Pedírselo a alguien
          </Button>
        )}
      </div>
    </div>
  )
}

type PersonasProps = {
  alarma: Alarma
  personas: readonly Persona[]
  nombreOf: (contactoId: string | null) => string
}

/** Each person with how far it got; nothing where the headline says it all. */
function Personas({ alarma: { servicio }, personas, nombreOf }: PersonasProps) {
  if (personas.length === 0) return <p role="status">El servicio ya la tiene. Todavía no sale para nadie.</p>
  return (
    <div className="grid gap-3 empty:hidden">
      {(personas.length > 1 || personas[0]!.detalle) && (
        <ul aria-label="A quién le llega" className="grid gap-2">
          {personas.map((persona) => (
            <PersonaRow key={persona.contactoId} persona={persona} nombre={nombreOf(persona.contactoId)} />
          ))}
        </ul>
      )}
      {servicio?.orden === 'prioridad' && (
        <p className="text-sm text-tinta-suave">
          Primero las de prioridad 1; las demás, si nadie responde en{' '}
          {servicio.espera_min === 1 ? '1 minuto' : `${servicio.espera_min} minutos`}.
        </p>
      )}
    </div>
  )
}

/** Nobody answers: the number of her country, in one tap. */
function Suggestion() {
  const hers = useEmergencia()
  return (
    <div className="grid gap-3 rounded-card bg-alerta-suave px-4 py-3 text-alerta-texto">
      <p className="text-lg">
        Pasaron 3 minutos y nadie ha dicho que viene o te llama. Si puedes hablar, llama al {sayNumero(hers)}.
      </p>
      <EmergencyLink />
    </div>
  )
}

function Ends({ onEnd }: { onEnd: (motivo: Motivo) => void }) {
  return (
    <div className="grid grid-fit-[8rem] gap-3">
      <Button size="lg" className="min-h-14 px-2 text-lg" onClick={() => onEnd('a_salvo')}>
        Estoy a salvo
      </Button>
      <Button look="secondary" size="lg" className="min-h-14 px-2 text-lg" onClick={() => onEnd('por_error')}>
        Fue por error
      </Button>
    </div>
  )
}

/** Her word is on its way. */
function EndUnheard({ oida }: { oida: boolean }) {
  const online = useOnline()
  return (
    <p role="status">
      {!oida
        ? 'El servicio no llegó a saber de tu alerta. Falta que sepa que la cancelaste.'
        : online
          ? 'El servicio todavía no sabe que la cerraste.'
          : 'No tienes internet: el servicio todavía no sabe que la cerraste.'}{' '}
      Este teléfono sigue intentando{oida ? '; mientras, tus contactos la ven abierta' : ''}.
    </p>
  )
}

type CerradaProps = { alerta: Alerta; entregas: readonly Entrega[]; onDismiss: () => void }

function Cerrada({ alerta, entregas, onDismiss }: CerradaProps) {
  return (
    <div className="grid gap-3">
      <h2 className="flex items-center gap-3 text-2xl">
        <ShieldCheck aria-hidden="true" className="size-7 shrink-0 text-salvia-texto" />
        {nothingLeft(alerta) ? 'Cancelada a tiempo' : 'Alerta cerrada'}
      </h2>
      <p role="status">{closedText(alerta, entregas)}</p>
      <Button look="secondary" onClick={onDismiss}>
        Entendido
      </Button>
    </div>
  )
}

function closedText(alerta: Alerta, entregas: readonly Entrega[]): string {
  if (nothingLeft(alerta)) return 'El servicio no le escribió a nadie.'
  // Where no message of it left, none of its end leaves either.
  if (!mayHaveReached(entregas))
    return 'A nadie le llegó sola. Si le escribiste tú a alguien, dile cómo estás.'
  const hora = shortHora(new Date(alerta.cerrada_en!))
  if (alerta.motivo === 'sin_noticias') {
    return `Se cerró sola a las ${hora}, tras un día sin noticias tuyas. A nadie le dijimos que estás a salvo.`
  }
  if (!alerta.con_pin) {
    return `Tus contactos leen: «Cerrada desde su teléfono a las ${hora}; confirma con ella».`
  }
  const dices = alerta.motivo === 'a_salvo' ? 'estar a salvo' : 'que fue por error'
  return `La cerraste con tu PIN a las ${hora}. Tus contactos leen que dices ${dices} y que lo confirmen contigo.`
}
