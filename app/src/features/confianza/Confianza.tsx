import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { KeepsTrying } from '../../components/feedback/KeepsTrying.tsx'
import { ListSkeleton } from '../../components/feedback/Skeleton.tsx'
import { EmergencyLine } from '../../components/help/EmergencyLine.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { Casa } from '../../components/illustrations/Casa.tsx'
import { Rama } from '../../components/illustrations/Rama.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { NumberedSteps } from '../../components/layout/NumberedSteps.tsx'
import { messageOf, ServiceError } from '../../lib/api/errors.ts'
import { brand } from '../../lib/installation/brand.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { ComoAvisarte } from './ComoAvisarte.tsx'
import { Contacto } from './Contacto.tsx'
import { answerInvitacion, fetchInvitacion, leaveContacto } from './confianza.ts'
import { type Aceptada, describeInvitation, type Invitacion, type Quien } from './vista.ts'

/** The page of an invitation: who asks, what it means, yes or no; after a yes, how to be told. */
export function Confianza() {
  const { codigo = '' } = useParams()
  const navigate = useNavigate()
  const [invitacion, setInvitacion] = useState<Invitacion>()
  const [failure, setFailure] = useState<unknown>(null)
  const [left, setLeft] = useState(false)
  /** The code whose answer was given here just now: for a moment it may be changed. */
  const [answered, setAnswered] = useState('')
  /** She or he said no, and thinks again. */
  const [choosing, setChoosing] = useState(false)

  const show = useCallback(
    (next: Invitacion) => {
      setFailure(null)
      setInvitacion(next)
      // From now on this page has an address of its own; the link that was shared is good for nothing more.
      if (next?.estado === 'acepto' && next.codigo) {
        void navigate(`/confianza/${next.codigo}`, { replace: true })
      }
    },
    [navigate],
  )

  const read = useCallback(async () => {
    try {
      show(await fetchInvitacion(codigo))
    } catch (failed) {
      setFailure(failed)
    }
  }, [codigo, show])

  useKeepAsking(read, invitacion === undefined)

  const answer = async (acepta: boolean) => {
    setChoosing(false)
    show(await answerInvitacion(codigo, acepta))
    setAnswered(codigo)
  }

  const leave = async () => {
    try {
      await leaveContacto(codigo)
      setLeft(true)
    } catch (failed) {
      return messageOf(failed)
    }
  }

  return (
    <>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      {left ? (
        <NoticePage illustration={<Rama className="w-36" />} title="Ya no eres su contacto">
          <p className="text-tinta-suave">
            Ya no te llegará nada, y borramos tu correo, tu número y tus avisos. Puedes cerrar esta página.
          </p>
          <p className="text-tinta-suave">Si fue sin querer, pídele que te invite otra vez.</p>
        </NoticePage>
      ) : invitacion === undefined ? (
        <Sheet>
          <Coming failure={failure} onRetry={() => void read()} />
        </Sheet>
      ) : invitacion?.estado === 'acepto' ? (
        <Sheet>
          <Contacto
            codigo={invitacion.codigo ?? codigo}
            invitacion={invitacion}
            onChange={show}
            leave={leave}
          />
        </Sheet>
      ) : choosing && invitacion && invitacion.estado !== 'respondida' ? (
        <Sheet>
          <Question
            codigo={codigo}
            invitacion={invitacion}
            onAnswered={show}
            onDecline={() => answer(false)}
          />
        </Sheet>
      ) : (
        <Invitation
          codigo={codigo}
          invitacion={invitacion}
          answer={answer}
          onAnswered={show}
          onThinkAgain={() => setChoosing(true)}
          mayChange={answered === codigo}
        />
      )}
    </>
  )
}

/** A page with much to say and to do begins at its top left; one with a single thing to say is a {@link NoticePage}. */
const Sheet = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid w-full max-w-xl content-start gap-5 px-4 pt-1 pb-10">{children}</div>
)

/** Pauses between two questions; from the last on it stays with that. */
const PAUSES_MS = [3_000, 5_000, 10_000, 15_000]

/** Asks until there is an answer, however long the network is bad: a contact opens the link once and does not search for a button. */
function useKeepAsking(read: () => Promise<void>, unknown: boolean): void {
  useEffect(() => {
    if (!unknown) return
    let over = false
    let times = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      clearTimeout(timer)
      await read()
      if (!over) timer = setTimeout(ask, PAUSES_MS[Math.min(times++, PAUSES_MS.length - 1)])
    }
    void ask()
    window.addEventListener('online', ask)
    return () => {
      over = true
      clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [read, unknown])
}

function Coming({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  if (failure !== null && !(failure instanceof ServiceError && failure.status === 0)) {
    return (
      <>
        <Heading />
        <ErrorState message={messageOf(failure)} onRetry={onRetry} />
      </>
    )
  }
  return (
    <>
      <Heading />
      <KeepsTrying late={failure !== null} />
      <ListSkeleton rows={2} />
    </>
  )
}

/** Of the page while nothing is known of it. */
const Heading = () => <h1 className="sr-only">Contacto de confianza</h1>

type InvitationProps = {
  codigo: string
  invitacion: Exclude<Invitacion, Aceptada>
  answer: (acepta: boolean) => Promise<void>
  onAnswered: (next: Invitacion) => void
  onThinkAgain: () => void
  /** The answer was given here a moment ago. */
  mayChange: boolean
}

function Invitation({ codigo, invitacion, answer, onAnswered, onThinkAgain, mayChange }: InvitationProps) {
  if (invitacion === null) {
    return (
      <NoticePage illustration={<Carta className="w-44" />} title="Este enlace ya no sirve">
        <p className="text-tinta-suave">
          Venció, se canceló o le falta una parte. Si alguien te lo mandó, pídele uno nuevo.
        </p>
        <NumberedSteps title="Qué puedes hacer" steps={SIN_ENLACE} />
        <EmergencyLine />
      </NoticePage>
    )
  }
  if (invitacion.estado === 'respondida') {
    return <Answered repetible={invitacion.repetible} onAnswer={() => answer(true)} />
  }
  if (invitacion.estado === 'no_puede') {
    return <Declined nombre={invitacion.nombre} onChange={mayChange ? onThinkAgain : undefined} />
  }
  return (
    <Sheet>
      <Question
        codigo={codigo}
        invitacion={invitacion}
        onAnswered={onAnswered}
        onDecline={() => answer(false)}
      />
    </Sheet>
  )
}

const SIN_ENLACE = [
  ['Ábrelo desde su mensaje', 'Copiado, a veces se corta.'],
  ['Si sigue igual, pide otro', 'De viva voz, si puedes: alguien más puede leer sus mensajes.'],
  ['Si ya habías aceptado', 'Tu página es otra. Búscala en tu historial o en tus marcadores.'],
] as const

/** Runs what a button does, one at a time, and keeps what went wrong for the screen. */
function useAction(action: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async () => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await action()
    } catch (failed) {
      setFailure(messageOf(failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}

type QuestionProps = {
  codigo: string
  invitacion: Quien
  onAnswered: (next: Invitacion) => void
  onDecline: () => Promise<void>
}

/** Who asks, what it means, and both answers on one screen. */
function Question({ codigo, invitacion, onAnswered, onDecline }: QuestionProps) {
  const { nombre } = invitacion
  const { busy, failure, run } = useAction(onDecline)
  const quienes = knownConfig()?.responsible?.name ?? brand.name
  return (
    <>
      <header className="grid gap-2">
        <Casa className="-ml-2 h-16 justify-self-start overflow-visible" />
        <h1 className={cx('leading-tight', nombre.length > 24 ? 'text-2xl' : 'text-[1.75rem]')}>
          <Propio>{nombre}</Propio> te pide ser su contacto de confianza
        </h1>
        <p>
          Si un día pide ayuda, te avisamos desde {quienes} con su última ubicación. Dices si puedes ir o
          llamarla. No instalas nada ni abres una cuenta. Lo dejas cuando quieras.
        </p>
      </header>
      <ComoAvisarte codigo={codigo} invitacion={invitacion} onAnswered={onAnswered} />
      <p role="alert" className="text-alerta-texto empty:hidden">
        {failure}
      </p>
      <Button look="secondary" busy={busy} onClick={() => void run()}>
        No puedo
      </Button>
      <Details title="¿Dudas de que sea ella?">
        <p>{describeInvitation(invitacion)}</p>
      </Details>
    </>
  )
}

function Declined({ nombre, onChange }: { nombre: string; onChange?: () => void }) {
  return (
    <NoticePage illustration={<Rama className="w-36" />} title="Gracias por decirlo">
      <p className="text-tinta-suave">
        <Propio>{nombre}</Propio> verá que no puedes, para que busque a alguien más. No te llegará nada.
        Puedes cerrar esta página.
      </p>
      {onChange ? (
        <Button look="secondary" size="lg" wide onClick={onChange}>
          Cambié de opinión: acepto
        </Button>
      ) : (
        // The link is good for one answer.
        <p className="text-tinta-suave">Si cambias de opinión, pídele otro enlace.</p>
      )}
    </NoticePage>
  )
}

function Answered({ repetible, onAnswer }: { repetible: boolean; onAnswer: () => Promise<void> }) {
  const { busy, failure, run } = useAction(onAnswer)
  return (
    <NoticePage illustration={<Carta open className="w-44" />} title="Esta invitación ya se aceptó">
      <p className="text-tinta-suave">
        Quien la aceptó tiene ahora una página propia. Si fuiste tú, ábrela desde tu historial o tus
        marcadores.
      </p>
      {repetible ? (
        <>
          <Button look="secondary" size="lg" wide busy={busy} onClick={() => void run()}>
            Fui yo y no se abrió
          </Button>
          <p role="alert" className="text-alerta-texto empty:hidden">
            {failure}
          </p>
        </>
      ) : (
        <p className="text-tinta-suave">
          Si la perdiste, o no fuiste tú, pide un enlace nuevo a quien te invitó.
        </p>
      )}
    </NoticePage>
  )
}
