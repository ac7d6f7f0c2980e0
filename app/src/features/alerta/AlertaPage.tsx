import { Check, type LucideIcon, MapPin, MapPinOff, Phone } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { Frase, Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { KeepsTrying } from '../../components/feedback/KeepsTrying.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { EmergencyLink } from '../../components/help/EmergencyLink.tsx'
import { LeaveContacto } from '../../components/help/LeaveContacto.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { NumberedSteps } from '../../components/layout/NumberedSteps.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { sayNumero } from '../../lib/emergencia/emergencia.ts'
import { describeAge, describeFix, mapsHref } from '../../lib/outside/mensaje.ts'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { telHref } from '../../lib/outside/phone.ts'
import { leaveContacto } from './alerta.ts'
import { Respuestas } from './Respuestas.tsx'
import { useAlerta, useNow, useSeguimiento } from './useAlerta.ts'
import {
  describeCall,
  describeClosing,
  describeOpening,
  describePresses,
  isForced,
  readVia,
  SIN_LLAMAR,
  stillShown,
  titleOf,
  type VistaAbierta,
  type VistaCerrada,
} from './vista.ts'

/** The page that a contact opens from a message: who needs help, since when, where, and three answers. */
export function AlertaPage() {
  const { codigo = '' } = useParams()
  const [por] = useState(() => readVia(location.search))
  const following = useAlerta(codigo, por)
  const { vista: known, vistaEn, falloDesde, saliendo } = useSeguimiento(following)
  const now = useNow()
  const [left, setLeft] = useState(false)
  const vista = known && stillShown(known, now)

  const leave = async () => {
    try {
      await leaveContacto(codigo)
      following.stop()
      setLeft(true)
    } catch (failure) {
      return messageOf(failure)
    }
  }

  if (left || vista === null) {
    return (
      <>
        <meta name="robots" content="noindex, nofollow, noarchive" />
        {left ? <Left /> : <Nothing />}
      </>
    )
  }

  return (
    <>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <div className="mx-auto flex w-full max-w-xl grow flex-col">
        <div className="grid grow content-start gap-4 px-4 pt-1 pb-6">
          {vista === undefined && <Waiting fallo={falloDesde !== null} />}
          {vista?.estado === 'abierta' && <Abierta vista={vista} vistaEn={vistaEn} now={now} />}
          {vista?.estado === 'cerrada' && <Cerrada vista={vista} now={now} leave={leave} />}
        </div>
        {vista?.estado === 'abierta' && (
          <Respuestas
            respuesta={vista.respuesta}
            saliendo={saliendo}
            otraPersona={vista.otraPersonaRespondio}
            sinLlamar={vista.coaccion}
            sinRed={falloDesde !== null}
            onAnswer={following.answer}
          />
        )}
      </div>
    </>
  )
}

type AbiertaProps = {
  vista: VistaAbierta
  vistaEn: number | null
  now: number
}

function Abierta({ vista, vistaEn, now }: AbiertaProps) {
  const { origen, nombre, fix, nota, emergencia } = vista
  const simulacro = origen === 'simulacro'
  const presses = describePresses(vista, now)
  return (
    <>
      {simulacro && (
        <p className="rounded-control bg-maiz px-4 py-3 text-center font-bold text-[#221833] text-xl tracking-[0.12em]">
          SIMULACRO
        </p>
      )}
      <header className="grid gap-1.5">
        <h1 className={cx('leading-tight', nombre.length > 24 ? 'text-2xl' : 'text-[2rem]')}>
          <Frase propios={[nombre]}>{titleOf(vista)}</Frase>
        </h1>
        <p className="text-[1.0625rem]">{describeOpening(vista, now)}</p>
        <p role="status" className="font-semibold empty:hidden">
          {presses}
        </p>
        <Freshness vistaEn={vistaEn} now={now} />
      </header>
      {!simulacro && <First vista={vista} />}
      {nota && (
        <Card className="grid gap-1">
          <h2 className="font-sans font-semibold text-[0.9375rem] text-tinta-suave">Dejó escrito</h2>
          <p className="whitespace-pre-line">{nota}</p>
        </Card>
      )}
      {(fix || !simulacro) && (
        <Card className="grid gap-3">
          <p className="flex items-start gap-2.5">
            {fix ? (
              <MapPin aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-jacaranda-texto" />
            ) : (
              <MapPinOff aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-tinta-suave" />
            )}
            <span>
              {fix ? (
                <>
                  <span className="font-semibold">Su última ubicación</span>: {describeFix(fix, now)}.
                </>
              ) : (
                'Todavía no sabemos dónde está. Si llega su ubicación, aparece aquí.'
              )}
            </span>
          </p>
          {fix && (
            <a
              href={mapsHref(fix)}
              target={outsideTarget()}
              rel="noopener noreferrer"
              className={buttonClass({ look: 'secondary', size: 'lg', wide: true })}
            >
              Ver en el mapa
            </a>
          )}
        </Card>
      )}
      {simulacro ? (
        <p>
          Responde abajo como lo harías de verdad: así <Propio>{nombre}</Propio> sabe que el aviso te llega.
        </p>
      ) : (
        <section aria-label="Qué puedes hacer" className="grid gap-3">
          <EmergencyLink de={emergencia} />
          {!vista.coaccion && <Call vista={vista} />}
        </section>
      )}
    </>
  )
}

/** The one thing to do first. A ringing telephone can put her in danger, which an answer here does not. */
function First({ vista: { respuesta, emergencia, coaccion } }: { vista: VistaAbierta }) {
  if (coaccion)
    return (
      <p role="status" className="rounded-card bg-maiz-suave px-4 py-3 font-semibold text-maiz-texto">
        {SIN_LLAMAR} En su teléfono no se ve que esta alerta sigue abierta. Responde abajo y, si corre
        peligro, llama al <Propio>{sayNumero(emergencia)}</Propio>.
      </p>
    )
  return (
    <p className="rounded-card bg-jacaranda-suave px-4 py-3 font-semibold text-jacaranda-texto">
      {respuesta
        ? 'Si crees que corre peligro, no esperes: llama al '
        : 'Primero responde abajo: así sabe que lo viste, sin que suene su teléfono. Si corre peligro, llama al '}
      <Propio>{sayNumero(emergencia)}</Propio>.
    </p>
  )
}

/** Her own number, if she lets it be seen; a ringing telephone can put her in danger. */
function Call({ vista }: { vista: VistaAbierta | VistaCerrada }) {
  const href = vista.telefono && telHref(vista.telefono)
  return (
    <>
      {href && (
        <a href={href} className={buttonClass({ look: 'secondary', size: 'lg', wide: true })}>
          <Phone aria-hidden="true" className="size-5" />
          Llamarla
        </a>
      )}
      <p className="text-[0.9375rem] text-tinta-suave">
        <Frase propios={[vista.telefono]}>{describeCall(vista)}</Frase>
      </p>
    </>
  )
}

type CerradaProps = { vista: VistaCerrada; now: number; leave: () => Promise<string | undefined> }

function Cerrada({ vista, now, leave }: CerradaProps) {
  const { origen, motivo, conPin } = vista
  const forced = isForced(vista)
  const unsure = origen !== 'simulacro' && (motivo === 'sin_noticias' || !conPin)
  return (
    <>
      <div role="status" className="grid gap-2">
        <h1 className="text-[2rem] leading-tight">{titleOf(vista)}</h1>
        <p className="text-lg">
          <Frase propios={[vista.nombre]}>{describeClosing(vista, now)}</Frase>
        </p>
      </div>
      {unsure && (
        <div className="grid gap-3">
          {!forced && motivo !== 'sin_noticias' && motivo !== 'cuenta_eliminada' && (
            <p>Lo normal es que la cierre ella. Aun así, búscala por otro medio y pregúntale cómo está.</p>
          )}
          {!forced && <Call vista={vista} />}
          <EmergencyLink de={vista.emergencia} />
        </div>
      )}
      <p className="text-[0.9375rem] text-tinta-suave">
        {origen !== 'simulacro' && 'Su ubicación ya no se muestra.'} {!unsure && 'Puedes cerrar esta página.'}
      </p>
      {/* Not beside an open alert, where it could be pressed by mistake. */}
      <LeaveContacto nombre={vista.nombre} leave={leave} />
    </>
  )
}

/** As long as this it is as fresh as it can be, and says nothing. */
const FRESH_MS = 12_000

/** How old what it shows is. */
function Freshness({ vistaEn, now }: { vistaEn: number | null; now: number }) {
  if (vistaEn === null || now - vistaEn < FRESH_MS) return null
  return <p className="text-sm text-tinta-suave">Lo que ves aquí es de {describeAge(now - vistaEn)}.</p>
}

function Waiting({ fallo }: { fallo: boolean }) {
  return (
    <>
      <h1 className="text-[2rem] leading-tight">Un momento…</h1>
      <KeepsTrying late={fallo} />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </>
  )
}

/** No drawing: whatever this page loads, an alert waits for. */
function Round({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="mt-4 grid size-20 place-items-center rounded-full bg-jacaranda-suave text-jacaranda-texto">
      <Icon aria-hidden="true" className="size-9" />
    </span>
  )
}

const SIN_ALERTA = [
  ['Ábrelo desde su mensaje', 'Copiado, a veces se corta.'],
  [
    'Si te preocupa quien te lo mandó, búscala por otro medio',
    'Sin hablar de este enlace: alguien más puede leer sus mensajes.',
  ],
  [
    'Si crees que corre peligro, llama',
    'Al número de emergencia de su país. Este es el de donde estás tú; si ella está en otro, marca el de allá.',
  ],
] as const

function Nothing() {
  return (
    <NoticePage illustration={<Round icon={MapPinOff} />} title="Este enlace no muestra nada">
      <p className="text-tinta-suave">Lo que mostraba ya terminó, o al enlace le falta una parte.</p>
      <NumberedSteps title="Qué puedes hacer" steps={SIN_ALERTA}>
        <EmergencyLink />
      </NumberedSteps>
    </NoticePage>
  )
}

function Left() {
  return (
    <NoticePage illustration={<Round icon={Check} />} title="Ya no eres su contacto">
      <p className="text-tinta-suave">
        No te llegará nada más. Gracias por haber estado. Puedes cerrar esta página.
      </p>
      <p className="text-tinta-suave">Si fue sin querer, pídele que te invite otra vez.</p>
    </NoticePage>
  )
}
