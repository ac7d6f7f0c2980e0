import { ArrowLeft, ChevronDown, Phone, UsersRound, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { useOnline } from '../../lib/device/online.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { tellEnd } from '../../lib/revision/medidas.ts'
import { useUser } from '../../lib/session/session.tsx'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { Composer } from './Composer.tsx'
import { useSuspension } from './convivencia.ts'
import { DetailLink } from './DetailLink.tsx'
import { EnLlamada } from './EnLlamada.tsx'
import { NOTHING_YET, useReadUpTo } from './leidas.ts'
import type { Mensaje } from './lineas.ts'
import { useLlamadas } from './llamadas.ts'
import { Mensajes } from './Mensajes.tsx'
import { Opciones } from './Opciones.tsx'
import { SalasAside } from './SalasAside.tsx'
import { type Sala as Circulo, useSala } from './salas.ts'
import * as toasts from './toasts.ts'
import { useChat, usePresentes } from './useChat.ts'

/** One circle, by the id in the path. */
export function Sala() {
  const { id = '' } = useParams()
  const query = useSala(id)
  const failure = useFailure(query)
  const missing = query.data === null || (query.data === undefined && failure !== null)
  useSayOnce(missing, toasts.salaNotFound)

  if (missing) {
    return (
      <div key="falta" className="mx-casa grid max-w-xl gap-4 px-4 pt-6 md:px-8 md:pt-10">
        <h1 className="sr-only">Círculo</h1>
        <ErrorState
          message={failure ? NOT_HERE : 'Puede que ya no exista. Las demás siguen abiertas.'}
          onRetry={failure ? () => void query.refetch() : undefined}
          busy={query.isFetching}
        />
        <DetailLink back to="/comunidad/salas" className={buttonClass({ look: 'secondary' })}>
          Volver a las salas
        </DetailLink>
      </div>
    )
  }
  if (!query.data) {
    return (
      <div className="grid min-h-[60vh] place-items-center text-3xl text-jacaranda-texto">
        <h1 className="sr-only">Círculo</h1>
        <Spinner label="Abriendo la sala…" />
      </div>
    )
  }
  return (
    <div className="mx-casa flex h-[calc(100dvh-var(--arriba)-var(--abajo))] min-h-min max-w-6xl">
      <SalasAside open={id} />
      <SalaAbierta key={id} sala={query.data} />
    </div>
  )
}

function SalaAbierta({ sala }: { sala: Circulo }) {
  const { id: userId } = useUser()
  const { chat, state, live, nuevo } = useChat(sala.id)
  // As the list told it, and where it stood then: at the end of what is remembered she has read nothing new.
  const [reads, setReads] = useState<{ from: string | null | undefined; atEnd: boolean }>()
  const from = useRef(nuevo)
  from.current = nuevo
  const known = nuevo !== undefined && !state.recordados
  const hasRead = known && reads?.atEnd === true && (nuevo === null || reads.from === nuevo)
  useReadUpTo(sala.id, hasRead ? (state.mensajes.at(-1)?.creado_en ?? NOTHING_YET) : undefined)
  // What was shown once, remembered or not, stays.
  const shows = useRef(false)
  shows.current ||= state.fase === 'lista' && (known || state.recordados)
  const inLlamada = useLlamadas()
  const [texto, setTexto] = useBorrador(`sala ${sala.id}`, '')
  const written = useRef(texto)
  written.current = texto
  const [chosen, setChosen] = useState<Mensaje | null>(null)
  const [enlace, setEnlace] = useState<string | null>(null)

  const actions = useMemo(
    () => ({
      onOpciones: setChosen,
      onEnlace: setEnlace,
      onRetry: (id: string) => chat.retry(id),
      onDiscard: (id: string) => {
        const left = chat.discard(id)
        if (!written.current) setTexto(left)
      },
      onFollow: (follows: boolean) => {
        chat.follow(follows)
        setReads({ from: from.current, atEnd: follows })
      },
      onOlder: () => void chat.loadOlder().catch(toasts.mensajesNotLoaded),
    }),
    [chat, setTexto],
  )

  return (
    <div data-entera className="flex min-h-min min-w-0 flex-1 flex-col md:pb-4">
      <Cabecera sala={sala} />
      <EnLlamada salaId={sala.id} dentro={inLlamada(sala.id)} />
      <Conexion live={live} recordados={state.recordados} />
      {(state.fase === 'cargando' || (state.fase === 'lista' && !shows.current)) && (
        <div className="grid flex-1 place-items-center text-3xl text-jacaranda-texto">
          <Spinner label="Cargando mensajes…" />
        </div>
      )}
      {state.fase === 'error' && (
        <div className="flex-1 p-4">
          <ErrorState message={NOT_HERE} onRetry={() => void chat.catchUp()} />
        </div>
      )}
      {state.fase === 'lista' && shows.current && (
        <Mensajes state={state} userId={userId} nuevo={nuevo ?? null} {...actions} />
      )}
      <Pie texto={texto} onTexto={setTexto} onSend={chat.send} />
      <Opciones
        message={chosen}
        nombre={(chosen?.user_id && state.autoras.get(chosen.user_id)?.username) || 'Anónimo'}
        own={chosen?.user_id === userId}
        chat={chat}
        onClose={useCallback(() => setChosen(null), [])}
      />
      <Dialog
        open={enlace !== null}
        onClose={() => setEnlace(null)}
        title="Este enlace sale de aquí"
        description="Lo escribió otra persona. Ábrelo solo si confías en ella."
      >
        {enlace && (
          <>
            <p className="max-h-40 overflow-y-auto rounded-control bg-hundido p-3 [overflow-wrap:anywhere]">
              {enlace}
            </p>
            <a
              href={enlace}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={() => setEnlace(null)}
              className={buttonClass({ look: 'secondary', wide: true })}
            >
              Abrir {new URL(enlace).hostname}
            </a>
          </>
        )}
      </Dialog>
    </div>
  )
}

function Cabecera({ sala }: { sala: Circulo }) {
  const presentes = usePresentes(sala.id)
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <header className="flex flex-wrap items-center gap-x-1 border-linea border-b py-1.5 pr-3 pl-1 md:gap-x-3 md:px-4 md:pt-6 md:pb-2">
      <DetailLink
        back
        to="/comunidad/salas"
        aria-label="Volver a las salas"
        className="grid size-11 shrink-0 place-items-center rounded-full text-tinta-suave hover:bg-jacaranda-suave"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </DetailLink>
      <div className="grid min-w-0 flex-1 basis-32">
        <h1 className="text-lg leading-tight md:text-2xl">
          {/* On a phone the messages need the lines of the description, which she has read in the list a moment ago. */}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-7 max-w-full items-center gap-1 text-left md:hidden"
          >
            <span className="min-w-0 wrap-anywhere">{sala.nombre}</span>
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4.5 shrink-0 text-tinta-suave', open && 'rotate-180')}
            />
          </button>
          <span className="max-md:hidden">{sala.nombre}</span>
        </h1>
        {/* Its place is kept: how many are there is heard later than the circle is drawn. */}
        <p className="flex min-h-[1.4em] items-center gap-1.5 text-salvia-texto text-sm md:order-1">
          {/* Before she is counted herself there is nobody to tell of. */}
          {presentes ? (
            <>
              <UsersRound aria-hidden="true" className="size-4 shrink-0" />
              {presentes === 1 ? 'Solo tú por ahora' : `${presentes} aquí ahora`}
            </>
          ) : null}
        </p>
        <p
          id={id}
          className={cx('pb-1 text-sm text-tinta-suave leading-snug md:pb-0', !open && 'max-md:hidden')}
        >
          {sala.descripcion}
        </p>
      </div>
      {/* A link to our page that finds or makes the call; a link is never blocked as a pop-up. */}
      <Link
        to={`/llamada/abrir/${sala.id}`}
        target={knownConfig()?.callHosts?.length ? '_blank' : undefined}
        className={buttonClass({ look: 'secondary', className: 'ml-auto min-h-11 px-3 md:px-4' })}
      >
        <Phone aria-hidden="true" className="size-5" />
        Llamada
      </Link>
    </header>
  )
}

/**
 * Shown only while the live connection is missing, and after a short delay, since a circle that has just
 * opened is not live yet.
 */
function Conexion({ live, recordados }: { live: boolean; recordados: boolean }) {
  const online = useOnline()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (live) return setLate(false)
    const timer = setTimeout(() => setLate(true), 4000)
    return () => clearTimeout(timer)
  }, [live])
  return (
    <p
      role="status"
      className="flex items-center gap-2 bg-maiz-suave px-4 py-2 text-maiz-texto text-sm empty:hidden"
    >
      {!online ? (
        <>
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          Sin conexión. {recordados && 'Estos son los últimos mensajes que leíste aquí. '}Lo que escribas
          queda aquí hasta que puedas enviarlo.
        </>
      ) : (
        late && 'Conectando… Los mensajes nuevos pueden tardar unos segundos.'
      )}
    </p>
  )
}

type PieProps = { texto: string; onTexto: (texto: string) => void; onSend: (texto: string) => void }

/** Where she writes, or why she cannot. */
function Pie({ texto, onTexto, onSend }: PieProps) {
  const { data: suspension } = useSuspension()
  if (!suspension) return <Composer texto={texto} onTexto={onTexto} onSend={onSend} />
  return (
    <div role="status" className="grid gap-1 border-linea border-t bg-maiz-suave px-4 py-3 text-maiz-texto">
      <p className="font-semibold">
        No puedes escribir{suspension.hasta === 'infinity' ? ', ' : ' '}
        {tellEnd(suspension.hasta)}.
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">Motivo: {suspension.motivo}</p>
    </div>
  )
}
