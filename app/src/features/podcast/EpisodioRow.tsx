import { Pause, Play } from 'lucide-react'
import { togglePlayback, useSonido } from '../../lib/device/player.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { type Episodio, nombreOf } from './episodios.ts'
import { reloj, spokenTime } from './tiempo.ts'

export function EpisodioRow({ episodio, onPlay }: { episodio: Episodio; onPlay: () => void }) {
  const { pista, playing } = useSonido()
  const isHere = pista?.id === episodio.id
  const name = nombreOf(episodio)
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
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-sans font-semibold text-base leading-snug">{name}</h3>
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
        {descripcion && <p className="text-[0.9375rem]">{descripcion}</p>}
      </div>
    </li>
  )
}
