import { Flag, MicOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'

type MosaicoProps = {
  nombre: string
  foto: string | null
  own?: boolean
  conectada: boolean
  micro: boolean
  camara: boolean
  stream: MediaStream
  onReport?: () => void
}

/** One member of the call: her picture, or her photo, and her name. */
export function Mosaico({ nombre, foto, own, conectada, micro, camara, stream, onReport }: MosaicoProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    // Autoplay is allowed: entering the call was a user gesture.
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [stream])

  return (
    <li className="relative grid min-h-36 place-items-center overflow-hidden rounded-tile border border-linea bg-hundido">
      {/* The video element plays the sound too; live calls have no captions. */}
      <video
        ref={video}
        autoPlay
        playsInline
        muted={own}
        aria-label={`Video de ${nombre}`}
        className={camara ? 'absolute inset-0 size-full object-cover' : 'sr-only'}
      />
      {!camara && <Avatar src={foto} className="size-20" />}
      <p className="absolute bottom-2 left-2 flex max-w-[80%] items-center gap-1.5 rounded-full bg-superficie/90 px-3 py-1 text-sm">
        {!micro && (
          <>
            <MicOff aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">Sin micrófono:</span>
          </>
        )}
        <bdi translate="no" className="truncate">
          {own ? `${nombre} (tú)` : nombre}
        </bdi>
        {!conectada && <span className="whitespace-nowrap text-tinta-suave">conectando…</span>}
      </p>
      {onReport && (
        <IconButton
          label={`Denunciar a ${nombre}`}
          icon={<Flag aria-hidden="true" />}
          onClick={onReport}
          className="absolute top-1 right-1 bg-superficie/90"
        />
      )}
    </li>
  )
}
