import { Phone, PhoneIncoming, PhoneOff, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Propio } from '../../../components/content/Propio.tsx'
import { cx } from '../../../components/cx.ts'
import { useModal } from '../../../components/dialog/capas.ts'

type PantallaLlamadaProps = {
  nombre: string
  contestada: boolean
  /** The browser plays nothing; said as a telephone says it, since others may be looking. */
  muda: boolean
  onPickUp: () => void
  onHangUp: () => void
}

/**
 * A call as phones show one, over everything: dark, the name large, two round buttons within reach of a thumb. Escape
 * hangs up. Nothing on it says whose app this is.
 */
export function PantallaLlamada({ nombre, contestada, muda, onPickUp, onHangUp }: PantallaLlamadaProps) {
  const ref = useModal(true)
  const segundos = useSegundos(contestada)
  const anunciada = useAnuncio() && !contestada

  return (
    <dialog
      ref={ref}
      aria-label={contestada ? `En llamada con ${nombre}` : `Llamada de ${nombre}`}
      className="m-0 size-full max-h-none max-w-none animate-aparece bg-[linear-gradient(#1d2433,#0c1018)] text-white"
      onCancel={(event) => {
        event.preventDefault()
        onHangUp()
      }}
    >
      <div className="mx-auto flex min-h-full max-w-sm flex-col items-center justify-between gap-6 px-5 pt-[calc(16px+env(safe-area-inset-top))] pb-[max(12vh,24px,env(safe-area-inset-bottom))]">
        {/* Keeps its place once it is gone: nothing moves under her thumb. */}
        <p
          role="status"
          className={cx(
            'flex w-full items-center gap-3 rounded-full bg-white/12 px-5 py-3 text-lg',
            !anunciada && 'invisible',
          )}
        >
          <PhoneIncoming aria-hidden="true" className="size-5 shrink-0" />
          Llamada entrante
        </p>
        <header className="grid justify-items-center gap-3 text-center">
          <span
            aria-hidden="true"
            className="grid size-24 place-items-center rounded-full bg-white/15 text-4xl font-semibold"
          >
            {[...nombre][0]?.toUpperCase()}
          </span>
          <p className="text-4xl font-semibold wrap-anywhere">
            <Propio>{nombre}</Propio>
          </p>
          <p className="text-lg text-white/80" aria-live={contestada ? 'off' : 'polite'}>
            {contestada ? reloj(segundos) : anunciada ? 'Móvil' : 'Llamada entrante…'}
          </p>
          {muda && (
            <p role="status" className="flex items-center gap-2 text-white/80">
              <VolumeX aria-hidden="true" className="size-5" />
              Sin sonido
            </p>
          )}
        </header>
        <div
          className={cx(
            'flex w-full flex-wrap gap-x-2 gap-y-4',
            contestada ? 'justify-center' : 'justify-between',
          )}
        >
          <Redondo label={contestada ? 'Colgar' : 'Rechazar'} className="bg-[#c4232b]" onClick={onHangUp}>
            <PhoneOff aria-hidden="true" />
          </Redondo>
          {!contestada && (
            <Redondo label="Contestar" className="bg-[#2d7a4b]" onClick={onPickUp}>
              <Phone aria-hidden="true" />
            </Redondo>
          )}
        </div>
      </div>
    </dialog>
  )
}

type RedondoProps = { label: string; className: string; onClick: () => void; children: ReactNode }

function Redondo({ label, className, onClick, children }: RedondoProps) {
  return (
    <button type="button" onClick={onClick} className="group grid justify-items-center gap-2">
      <span
        className={cx(
          'grid size-20 place-items-center rounded-full transition-transform forced-colors:border-2 duration-150 group-active:scale-95 [&_svg]:size-8',
          className,
        )}
      >
        {children}
      </span>
      {label}
    </button>
  )
}

/** How long the call says that it is one, as the specified notice does (docs/product.md#words-and-numbers). */
const ANUNCIO_MS = 7_000

function useAnuncio(): boolean {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), ANUNCIO_MS)
    return () => clearTimeout(timer)
  }, [])
  return shown
}

/** Seconds since it began to run. */
function useSegundos(running: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!running) return
    const began = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return seconds
}

/** «02:07»: how long a call has lasted. */
function reloj(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
