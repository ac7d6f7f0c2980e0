import { RotateCcw } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { useLedHere } from '../../components/layout/useLedHere.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { randomBelow } from '../../lib/random.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useToday } from '../../lib/time/today.ts'
import { Naipe } from './Naipe.tsx'
import {
  CARTA_DEL_DIA,
  type Carta,
  cartasOf,
  drawOfToday,
  type Reading,
  startReading,
  type Tirada,
  tiradas,
} from './tirada.ts'

/**
 * Choose a spread, turn its cards one by one, begin again (docs/product.md#holistic-zone). It is night here, whatever the theme, and a card is
 * large. Needs no connection; the table stays laid over a reload, until the next spread.
 */
export function Tarot() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const titulo = useLedHere<HTMLHeadingElement>(CARTA_DEL_DIA)
  const [kept, setReading] = useBorrador<Reading | null>('tarot', null)
  const cartas = kept && cartasOf(kept)
  const reading = cartas && kept
  const ofToday = hash === CARTA_DEL_DIA
  const cartasLaid = useRef<HTMLOListElement>(null)

  const start = (tirada: Tirada) => {
    flushSync(() => setReading(startReading(tirada, randomBelow)))
    titulo.current?.focus({ preventScroll: true })
    showWhole(titulo.current, cartasLaid.current)
  }
  const again = () => {
    if (ofToday) navigate('/holistica', { replace: true })
    else setReading(null)
    titulo.current?.focus()
  }
  const openCarta = (lugar: number) => {
    if (reading) setReading({ ...reading, abiertas: [...new Set(reading.abiertas).add(lugar)] })
  }
  const laid = ofToday || reading

  return (
    <section className="noche -mx-4 grid gap-6 px-4 py-8 md:mx-0 md:rounded-tile md:px-8 md:py-10">
      <header className="grid justify-items-center gap-1 text-center">
        <h2 ref={titulo} tabIndex={-1} className="scroll-mt-4 text-2xl outline-none md:text-3xl">
          {ofToday ? 'Carta del día' : reading ? tiradas[reading.tirada].nombre : 'Tarot'}
        </h2>
        <p className="max-w-prose text-tinta-suave">
          {ofToday
            ? 'Una carta para hoy, la misma hasta mañana. Tócala para descubrirla.'
            : reading
              ? reading.tirada === 'siONo'
                ? 'Piensa tu pregunta, y toca la carta.'
                : 'Toca cada carta para descubrirla.'
              : 'Un espejo para pensar en lo que vives, no una predicción: lo que decidas es tuyo.'}
        </p>
      </header>
      {ofToday ? (
        <OfToday />
      ) : (
        reading && <Cartas ref={cartasLaid} cartas={cartas} abiertas={reading.abiertas} onOpen={openCarta} />
      )}
      {laid ? (
        <Button
          look="secondary"
          className="justify-self-center"
          icon={ofToday ? undefined : <RotateCcw aria-hidden="true" className="size-5" />}
          onClick={again}
        >
          {ofToday ? 'Ver las tiradas' : 'Hacer otra tirada'}
        </Button>
      ) : (
        <div className="mx-auto grid w-full max-w-3xl gap-3 sm:grid-cols-2">
          {(Object.keys(tiradas) as Tirada[]).map((tirada) => (
            <div
              key={tirada}
              className="grid content-between gap-4 rounded-card border border-linea bg-superficie p-4 md:p-5"
            >
              <p>{tiradas[tirada].descripcion}</p>
              <Button onClick={() => start(tirada)}>{tiradas[tirada].nombre}</Button>
            </div>
          ))}
          <Button
            look="quiet"
            className="col-span-full justify-self-center"
            onClick={() => navigate({ hash: CARTA_DEL_DIA }, { replace: true })}
          >
            Carta del día
          </Button>
        </div>
      )}
    </section>
  )
}

function OfToday() {
  const carta = drawOfToday(useUser().id, useToday())
  const [open, setOpen] = useState(false)
  return (
    <Cartas
      key={carta.nombre}
      cartas={[carta]}
      abiertas={open ? [0] : []}
      onOpen={() => setOpen(true)}
      quiet
    />
  )
}

/** Scrolls until the laid card is whole on her screen, since she is asked to touch it; below its title, where both have room. */
function showWhole(title: Element | null, cartas: Element | null): void {
  title?.scrollIntoView({ block: 'start' })
  const kept = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0
  if (cartas && cartas.getBoundingClientRect().bottom > innerHeight - kept)
    cartas.scrollIntoView({ block: 'start' })
}

type CartasProps = {
  ref?: RefObject<HTMLOListElement | null>
  cartas: Carta[]
  abiertas: number[]
  onOpen: (lugar: number) => void
  /** Nothing was asked, so nothing is answered. */
  quiet?: boolean
}

/** One large card, or five of them: side by side where there is room, else one after the other, the next one in sight at the edge. */
function Cartas({ ref, cartas, abiertas, onOpen, quiet }: CartasProps) {
  const isSingle = cartas.length === 1
  return (
    <ol
      ref={ref}
      className={cx(
        isSingle
          ? 'grid justify-items-center [--bajo:8.5rem] [--menor:11.75rem]'
          : '-mx-4 flex snap-x snap-mandatory gap-4 overflow-x-auto px-[calc(50vw-var(--naipe)/2)] pb-2 [--bajo:11.25rem] [--menor:11.5rem] md:mx-0 md:px-[calc((100%-var(--naipe))/2)] lg:grid lg:grid-cols-5 lg:overflow-visible lg:px-0',
        // As large as fits on the screen below the title; where that is too small for a card, it may take the title's place.
        '[--naipe:min(74vw,18rem,max(var(--menor),(100dvh-var(--arriba)-var(--abajo)-var(--bajo))*0.588))]',
      )}
    >
      {cartas.map((carta, lugar) => {
        const isOpen = abiertas.includes(lugar)
        return (
          <li
            key={carta.nombre}
            style={{ animationDelay: `${lugar * 90}ms` }}
            className={cx(
              'grid animate-reparte content-start gap-3',
              isSingle ? 'w-full justify-items-center' : 'w-(--naipe) shrink-0 snap-center lg:w-full',
            )}
          >
            {carta.posicion && (
              <p className="text-center font-semibold text-jacaranda-texto">{carta.posicion}</p>
            )}
            <div className={isSingle ? 'w-[min(72%,var(--naipe))]' : 'w-full'}>
              <Naipe carta={carta} isOpen={isOpen} onOpen={() => onOpen(lugar)} />
            </div>
            <div aria-live="polite" className="grid max-w-md justify-items-center gap-1.5 text-center">
              {isOpen && (
                <>
                  <h3 className={cx('font-serif leading-tight', isSingle ? 'text-2xl' : 'text-xl')}>
                    {carta.nombre}
                  </h3>
                  {!quiet && (
                    <p className={cx('font-serif text-maiz-texto', isSingle ? 'text-2xl' : 'text-lg')}>
                      <span className="font-sans text-base">Respuesta: </span>
                      {carta.respuesta}
                    </p>
                  )}
                  <p className="text-tinta-suave">{carta.significado}</p>
                </>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
