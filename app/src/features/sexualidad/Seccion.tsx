import { Download } from 'lucide-react'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { useSession } from '../../lib/session/session.tsx'
import type { Escrito as Texto } from '../../lib/text/escrito.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { Escrito } from './Escrito.tsx'

/** One text: unfolds to read, with its video where there is one, and the same words as a PDF. */
export function Seccion({ titulo, subtitulo, archivo, video, bloques }: Texto) {
  const edits = useSession().has('editora')
  return (
    <Collapsible
      title={
        <span className="grid gap-0.5">
          <span className="font-normal font-serif text-[clamp(1rem,5.2vw,1.125rem)]">{titulo}</span>
          <span className="font-normal text-sm text-tinta-suave">{subtitulo}</span>
        </span>
      }
    >
      <div className="grid gap-5 border-linea border-t pt-4">
        {video && (
          // biome-ignore lint/a11y/useMediaCaption: its words are the text below.
          <video
            controls
            preload="none"
            src={video}
            aria-label={`Video: ${titulo}`}
            className="w-full rounded-card"
          />
        )}
        <Escrito bloques={bloques} />
        <div className="flex flex-wrap gap-3">
          <a
            href={`/cuadernos/${archivo}.pdf`}
            download={`${archivo}.pdf`}
            className={buttonClass({ look: 'secondary' })}
          >
            <Download aria-hidden="true" className="size-5" />
            Descargar PDF
          </a>
          {edits && (
            <>
              <Button look="quiet" onClick={() => showUnderConstruction()}>
                Cargar Video
              </Button>
              <Button look="quiet" onClick={() => showUnderConstruction()}>
                Cargar PDF
              </Button>
            </>
          )}
        </div>
      </div>
    </Collapsible>
  )
}
