import { BookOpen, Check, Download } from 'lucide-react'
import { useRef } from 'react'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { Button, buttonClass } from '../button/Button.tsx'
import { type Transfer, TransferView } from '../feedback/Transfer.tsx'
import { Lomo } from '../icons/Lomo.tsx'
import { Card } from '../layout/Card.tsx'

/** A book as members see it. */
type Libro = { titulo: string; autor: string | null; url_pdf: string | null }

type LibroCardProps<Book extends Libro> = {
  libro: Book
  /** It is on this device, and opens at once; `old`: one that was replaced since. */
  kept: boolean | 'old'
  /** How its download goes. */
  descarga: Pick<Transfer, 'part' | 'stop'> | null
  onDownload: (libro: Book & { url_pdf: string }) => void
}

/** A book of the week. The editora sees it drawn as members do. */
export function LibroCard<Book extends Libro>({ libro, kept, descarga, onDownload }: LibroCardProps<Book>) {
  const { titulo, autor, url_pdf } = libro
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Card as="li" className="grid grid-cols-[auto_1fr] gap-4">
      <Lomo titulo={titulo} />
      <div className="grid content-between gap-3">
        <div className="grid gap-0.5">
          <h3 className="text-lg">{titulo}</h3>
          {autor && <p className="text-sm text-tinta-suave">{autor}</p>}
        </div>
        {url_pdf === null ? (
          <p className="text-sm text-tinta-suave">Su archivo llega pronto.</p>
        ) : kept === true ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <a
              href={url_pdf}
              target={outsideTarget()}
              rel="noopener"
              className={buttonClass({ look: 'secondary' })}
              aria-label={`Abrir «${titulo}»`}
            >
              <BookOpen aria-hidden="true" className="size-5" />
              Abrir
            </a>
            <p className="flex items-center gap-1.5 text-sm text-salvia-texto">
              <Check aria-hidden="true" className="size-4" />
              En tu dispositivo
            </p>
          </div>
        ) : (
          <div className="grid gap-2.5">
            <Button
              ref={button}
              className="justify-self-start"
              icon={<Download aria-hidden="true" className="size-5" />}
              busy={descarga !== null}
              busyLabel="Descargando…"
              aria-label={`Descargar «${titulo}»`}
              onClick={() => onDownload({ ...libro, url_pdf })}
            >
              Descargar
            </Button>
            {kept === 'old' && !descarga && (
              <p className="text-sm text-tinta-suave">
                Lo cambiaron desde que lo guardaste: descárgalo de nuevo.
              </p>
            )}
            {descarga && <TransferView of={descarga} label={`Descargando «${titulo}»`} button={button} />}
          </div>
        )}
      </div>
    </Card>
  )
}
