import {
  CalendarDays,
  CircleAlert,
  CircleCheck,
  type LucideIcon,
  MessagesSquare,
  MoonStar,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/cx.ts'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { nextEvento, whenWords } from '../../features/agenda/dias.ts'
import { useEventos } from '../../features/agenda/eventosQuery.ts'
import { useProximas } from '../../features/agenda/useProximas.ts'
import { useAnimo } from '../../features/bienestar/animo.ts'
import { MuyMal } from '../../features/bienestar/MuyMal.tsx'
import { describeUnread, useUnread } from '../../features/salas/leidas.ts'
import { isProven, isReachable } from '../../features/seguridad/alarma/confianza.ts'
import { confianzasQuery } from '../../features/seguridad/alarma/confianzas.ts'
import { contactosQuery } from '../../features/seguridad/contactos/contactos.ts'
import { checkPreparacion } from '../../features/seguridad/panico/Preparacion.tsx'
import { ANIMOS, type Animo } from '../../lib/cofre/animos.ts'
import { type LocationPermission, observeLocationPermission } from '../../lib/device/geolocation.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useToday } from '../../lib/time/today.ts'
import { HOY_CELL, HoyFrame } from './HoyWaiting.tsx'

/**
 * What there is for her today, above Home's tiles: a word on how she is, in one tap; her next appointment, its words only when
 * tapped; the card of the day, face down; what is new in her circles, as a number; whether her alert would go out whole. Whoever looks over
 * her shoulder reads no word of hers.
 */
export function Hoy() {
  return (
    <HoyFrame animo={<Animos />}>
      <ProximaCita />
      <Cell
        to="/holistica#carta-del-dia"
        icon={MoonStar}
        tone="maiz"
        words="Carta del día"
        beside="Boca abajo"
      />
      <Circulos />
      <Alerta />
    </HoyFrame>
  )
}

/** One tap. Which of them she chose is not shown here again. */
function Animos() {
  const { last, choose: chooseAnimo } = useAnimo(useToday())
  const [changing, setChanging] = useState(false)
  const again = useRef<HTMLButtonElement>(null)
  const chosen = useRef(false)
  // Only in answer to her tap: on a later visit nothing here tells how she is.
  const [hard, setHard] = useState(false)
  const said = last !== undefined && !changing

  // The face that she pressed is gone: the focus stays in its place.
  useEffect(() => {
    if (said && chosen.current) again.current?.focus({ preventScroll: true })
    chosen.current = false
  }, [said])

  const choose = (next: Animo) => {
    chosen.current = true
    chooseAnimo(next)
    setHard(next === 'Muy mal')
    setChanging(false)
  }
  return (
    <>
      <p id="animo-de-hoy" className="px-1 font-semibold text-[0.9375rem]">
        ¿Cómo estás hoy?
      </p>
      {said ? (
        <p
          role="status"
          className="flex min-h-11 flex-wrap items-center gap-x-2 px-1 text-[0.9375rem] text-tinta-suave"
        >
          Anotado, solo aquí.
          <button
            ref={again}
            type="button"
            onClick={() => setChanging(true)}
            className="min-h-11 font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            Cambiar
          </button>
        </p>
      ) : (
        <fieldset aria-labelledby="animo-de-hoy" className="flex max-w-76 justify-between">
          {ANIMOS.map((one, place) => (
            <button
              key={one}
              type="button"
              aria-label={one}
              title={one}
              onClick={() => choose(one)}
              className="grid size-11 place-items-center rounded-full text-jacaranda-texto transition-colors duration-150 hover:bg-jacaranda-suave"
            >
              <Cara place={place} />
            </button>
          ))}
        </fieldset>
      )}
      {said && hard && <MuyMal />}
    </>
  )
}

/** A face, from a broad smile to a mouth that hangs. */
function Cara({ place }: { place: number }) {
  const bend = 9 - place * 4
  const ends = 20.5 - bend / 4
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8" fill="none" strokeLinecap="round">
      <circle cx="16" cy="16" r="13.5" fill="var(--jacaranda-suave)" stroke="currentColor" strokeWidth="2" />
      <path
        stroke="currentColor"
        strokeWidth="2.4"
        d={`M11.5 12v1M20.5 12v1M10.5 ${ends}q5.5 ${bend} 11 0`}
      />
    </svg>
  )
}

function ProximaCita() {
  const hoy = useToday()
  const query = useEventos()
  const failure = useFailure(query)
  const [open, setOpen] = useState(false)
  const proximas = useProximas(query.data, hoy)
  const next = proximas && nextEvento(proximas, new Date())
  if (!next) {
    return (
      <Cell
        to="/agenda"
        icon={CalendarDays}
        words="Mi agenda"
        beside={proximas ? 'Nada por venir' : failure ? 'Sin conexión' : ''}
      />
    )
  }
  const { dia, hora } = whenWords({ fecha: next.dia, hora: next.evento.hora }, hoy)
  if (open)
    return (
      <Cell to="/agenda" icon={CalendarDays} words={next.evento.titulo} beside={`${dia}, ${hora}`} hers />
    )
  return (
    <li className={HOY_CELL}>
      <button type="button" aria-expanded={false} onClick={() => setOpen(true)} className={CELL}>
        <Content icon={CalendarDays} words={hora} beside={dia} />
        <span className="sr-only">Ver qué es</span>
      </button>
    </li>
  )
}

function Circulos() {
  const { data } = useUnread()
  const unread = data && [...data.values()].reduce((sum, count) => sum + count, 0)
  const beside =
    unread === undefined
      ? ''
      : unread === null
        ? 'Conócelos'
        : unread === 0
          ? 'Nada nuevo'
          : describeUnread(unread)
  return (
    <Cell to="/comunidad/salas" icon={MessagesSquare} tone="bugambilia" words="Círculos" beside={beside} />
  )
}

/** The same judgement as in the page itself (`Preparacion`), in one word. */
function Alerta() {
  const { id } = useUser()
  const { data: contactos } = useCachedQuery(contactosQuery(id))
  const { data: confianzas } = useCachedQuery(confianzasQuery(id))
  const [permiso, setPermiso] = useState<LocationPermission>('unknown')
  useEffect(() => observeLocationPermission(setPermiso), [])
  const known = contactos !== undefined && confianzas !== undefined
  const ready =
    known &&
    checkPreparacion(
      contactos,
      permiso,
      confianzas.filter(isReachable).length,
      confianzas.filter(isProven).length,
    ).length === 0
  return (
    <Cell
      to="/seguridad"
      icon={known && !ready ? CircleAlert : CircleCheck}
      tone={known && !ready ? 'maiz' : 'salvia'}
      words={known && !ready ? 'Falta algo' : 'Todo listo'}
      beside="Tu seguridad"
      waiting={!known}
    />
  )
}

const CELL =
  'flex min-h-18 min-w-0 items-center gap-2 px-2.5 py-2 text-left transition-colors duration-150 hover:bg-hundido'

const TONES = {
  jacaranda: 'bg-jacaranda-suave text-jacaranda-texto',
  maiz: 'bg-maiz-suave text-maiz-texto',
  bugambilia: 'bg-bugambilia-suave text-bugambilia-texto',
  salvia: 'bg-salvia-suave text-salvia-texto',
}

type ContentProps = {
  icon: LucideIcon
  words: string
  beside: ReactNode
  tone?: keyof typeof TONES
  /** The words are her own. */
  hers?: boolean
  /** What it says is not known yet: its place is kept, and nothing is claimed. */
  waiting?: boolean
}

function Cell({ to, ...content }: ContentProps & { to: string }) {
  return (
    <li className={HOY_CELL}>
      <Link to={to} className={CELL}>
        <Content {...content} />
      </Link>
    </li>
  )
}

function Content({ icon: Icon, words, beside, tone = 'jacaranda', hers, waiting }: ContentProps) {
  return (
    <>
      <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', TONES[tone])}>
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="grid min-w-0 leading-tight">
        <span dir={hers ? 'auto' : undefined} className="line-clamp-2 font-semibold text-[0.9375rem]">
          {waiting ? 'Seguridad' : words}
        </span>
        <span className="text-[0.8125rem] text-tinta-suave">{waiting ? '\u00a0' : beside || '\u00a0'}</span>
      </span>
    </>
  )
}
