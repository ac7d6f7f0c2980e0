import { Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { togglePlayback, useSonido } from '../../lib/device/player.ts'
import { nombreOfEpisodio } from '../../lib/text/episodio.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { reloj, spokenTime } from '../../lib/time/reloj.ts'
import { IconButton } from '../button/IconButton.tsx'
import { SafeHtml } from './SafeHtml.tsx'

type EpisodioRowProps = {
  episodio: {
    id: string
    titulo: string | null
    descripcion: string | null
    duracion_s: number | null
    fecha_creacion: string
  }
  onPlay: () => void
  /** Its chapters and its words. */
  children?: ReactNode
}

/** An episode of the podcast. The editora sees it drawn as members do. */
export function EpisodioRow({ episodio, onPlay, children }: EpisodioRowProps) {
  const { pista, playing } = useSonido()
  const isHere = pista?.id === episodio.id
  const name = nombreOfEpisodio(episodio)
  const { descripcion, duracion_s, fecha_creacion } = episodio
  return (
    <li className="flex items-start gap-3 rounded-card p-2.5">
      <IconButton
        label={isHere && playing ? `Pausar «${name}»` : `Reproducir «${name}»`}
        icon={
          isHere && playing ? (
            <Pause aria-hidden="true" className="fill-current" />
          ) : (
            <Play aria-hidden="true" className="fill-current" />
          )
        }
        className="bg-jacaranda-suave text-jacaranda-texto!"
        onClick={isHere ? togglePlayback : onPlay}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h3 className="font-sans font-semibold text-base leading-snug wrap-anywhere">{name}</h3>
        <p className="text-sm text-tinta-suave">
          {longFecha(new Date(fecha_creacion))}
          {duracion_s && (
            <>
              {' · '}
              <span className="sr-only">dura {spokenTime(duracion_s)}</span>
              <span aria-hidden="true">{reloj(duracion_s)}</span>
            </>
          )}
        </p>
        {descripcion && (
          <SafeHtml html={descripcion} from={4} className="texto gap-2! text-[0.9375rem] wrap-anywhere" />
        )}
        {children}
      </div>
    </li>
  )
}
