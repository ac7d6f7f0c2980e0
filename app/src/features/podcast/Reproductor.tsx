import { ChevronDown, ChevronUp, ListOrdered, Pause, Play, RotateCcw, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Capitulos } from '../../components/content/Capitulos.tsx'
import { cx } from '../../components/cx.ts'
import {
  closePlayer,
  seekTo,
  setVelocidad,
  togglePlayback,
  useSonido,
  VELOCIDADES,
} from '../../lib/device/player.ts'
import { capituloAt } from '../../lib/text/episodio.ts'
import { reloj, spokenTime } from '../../lib/time/reloj.ts'
import { toast } from '../../lib/toast/toast.tsx'

const BACK_SECONDS = 15
const AHEAD_SECONDS = 30

/** The small player at the foot of every screen while something is at hand. */
export function Reproductor() {
  const { pista, playing, position, duration, rate, failed } = useSonido()

  useEffect(() => {
    if (!failed) return
    toast({
      title: 'Error de audio',
      description: 'No se pudo reproducir el episodio. Revisa tu conexión e inténtalo de nuevo.',
      variant: 'destructive',
    })
  }, [failed])

  const [listed, setListed] = useState(false)
  // On a phone it is one line until she wants more of it.
  const [more, setMore] = useState(false)

  if (!pista) return null
  const { capitulos = [] } = pista
  const capitulo = capituloAt(capitulos, position)
  return (
    <section
      aria-label="Reproductor"
      className="@container grid grid-cols-[minmax(0,1fr)] gap-1 border-linea border-t bg-superficie px-3 py-2 md:px-6 md:py-3"
    >
      <div className="mx-auto flex w-full max-w-4xl items-center gap-1">
        <IconButton
          label={playing ? 'Pausar' : 'Reproducir'}
          icon={
            playing ? (
              <Pause aria-hidden="true" className="fill-current" />
            ) : (
              <Play aria-hidden="true" className="fill-current" />
            )
          }
          className="bg-jacaranda text-sobre-jacaranda! hover:bg-jacaranda-viva"
          onClick={togglePlayback}
        />
        <p className="grid min-w-0 flex-1 px-2 font-semibold text-[0.9375rem] leading-tight">
          <span className={cx(!more && 'max-md:truncate')}>{pista.titulo}</span>
          {capitulo && (
            <span className={cx('font-normal text-sm text-tinta-suave', !more && 'max-md:hidden')}>
              {capitulo.titulo}
            </span>
          )}
        </p>
        {capitulos.length > 0 && (
          <IconButton
            label="Capítulos"
            className={cx(!more && 'max-md:hidden')}
            aria-expanded={listed}
            icon={<ListOrdered aria-hidden="true" />}
            onClick={() => setListed(!listed)}
          />
        )}
        <IconButton
          label={more ? 'Menos controles' : 'Más controles'}
          aria-expanded={more}
          className="md:hidden"
          icon={more ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          onClick={() => setMore(!more)}
        />
        <IconButton label="Cerrar reproductor" icon={<X aria-hidden="true" />} onClick={closePlayer} />
      </div>
      {listed && capitulos.length > 0 && (
        <div className={cx('mx-auto max-h-48 w-full max-w-4xl overflow-y-auto', !more && 'max-md:hidden')}>
          <Capitulos capitulos={capitulos} current={capitulo} onGo={seekTo} />
        </div>
      )}
      <div
        className={cx(
          'mx-auto flex w-full max-w-4xl flex-wrap items-center gap-1.5 text-[0.8125rem] text-tinta-suave tabular-nums',
          !more && 'max-md:hidden',
        )}
      >
        <IconButton
          label={`Atrás ${BACK_SECONDS} segundos`}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => seekTo(position - BACK_SECONDS)}
        />
        <IconButton
          label={`Adelante ${AHEAD_SECONDS} segundos`}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => seekTo(position + AHEAD_SECONDS)}
        />
        <span aria-hidden="true">{reloj(position)}</span>
        <input
          type="range"
          aria-label="Posición"
          aria-valuetext={
            duration === 0 ? spokenTime(position) : `${spokenTime(position)} de ${spokenTime(duration)}`
          }
          min={0}
          max={Math.max(1, Math.floor(duration))}
          step={1}
          // As long as nobody knows how long it is, it is nowhere near its end.
          value={duration === 0 ? 0 : Math.min(Math.floor(position), Math.max(1, Math.floor(duration)))}
          disabled={duration === 0}
          onChange={({ target }) => seekTo(Number(target.value))}
          className="h-6 min-w-20 flex-1 accent-jacaranda-texto"
        />
        <span aria-hidden="true">{reloj(duration)}</span>
        <select
          aria-label="Velocidad"
          value={rate}
          onChange={({ target }) => setVelocidad(Number(target.value))}
          className="min-h-11 appearance-none rounded-full bg-transparent px-2 text-center font-semibold text-sm text-tinta-suave tabular-nums"
        >
          {VELOCIDADES.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}
