import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Contenido } from '../../lib/cofre/contenido.ts'
import { reloj, spokenTime } from '../../lib/time/reloj.ts'
import { IconButton } from '../button/IconButton.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { useAddress } from './useAddress.ts'

type VozProps = {
  /** Undefined until it was fetched and opened. */
  contenido: Contenido | undefined
  busy?: boolean
  /** She wants to hear it. */
  onWanted?: () => void
}

/** Plays a voice note, by the browser's own means. How long it is, it says itself: what a browser recorded does not tell. */
export function Voz({ contenido, busy = false, onWanted }: VozProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [failed, setFailed] = useState(false)
  const address = useAddress(contenido)
  /** It was asked for before it was here: it begins by itself. */
  const [waits, setWaits] = useState(false)
  const length = contenido?.segundos ?? 0

  const play = () =>
    void audio.current?.play().catch((failure: unknown) => {
      // A browser that wants a tap of its own: she presses once more.
      const { name } = failure as DOMException
      if (name !== 'NotAllowedError' && name !== 'AbortError') setFailed(true)
    })

  const press = () => {
    if (playing) return audio.current?.pause()
    if (address) return play()
    setWaits(true)
    onWanted?.()
  }
  const icon = playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-3">
        <IconButton
          label={playing ? 'Pausar nota de voz' : 'Escuchar nota de voz'}
          className="bg-jacaranda-suave text-jacaranda-texto"
          icon={busy ? <Spinner label="Abriendo…" /> : icon}
          onClick={press}
        />
        <div className="grid min-w-0 flex-1">
          <p className="flex flex-wrap gap-x-3 text-[0.9375rem]">
            <span className="font-semibold">Nota de voz</span>
            {contenido && (
              <span className="text-tinta-suave tabular-nums">
                {contenido.hora} · {position > 0 && `${reloj(position)} de `}
                {reloj(length)}
              </span>
            )}
          </p>
          {contenido && (
            <input
              type="range"
              aria-label="Posición"
              aria-valuetext={`${spokenTime(position)} de ${spokenTime(length)}`}
              min={0}
              max={Math.max(1, length)}
              step={1}
              value={Math.min(Math.floor(position), Math.max(1, length))}
              onChange={({ target }) => {
                const to = Number(target.value)
                if (audio.current) audio.current.currentTime = to
                setPosition(to)
              }}
              className="h-6 w-full max-w-80 accent-jacaranda-texto"
            />
          )}
        </div>
      </div>
      {failed && <p role="alert">Este navegador no puede reproducirla.</p>}
      {address && (
        // biome-ignore lint/a11y/useMediaCaption: her own words, which nobody has written down.
        <audio
          ref={audio}
          src={address}
          autoPlay={waits}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => {
            setPlaying(false)
            setPosition(0)
          }}
          onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
