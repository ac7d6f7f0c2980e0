import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Capitulo } from '../../lib/text/episodio.ts'
import { Button } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { Capitulos } from './Capitulos.tsx'

type PartesProps = {
  /** Of which episode, for who does not see where they stand. */
  de: string
  capitulos: readonly Capitulo[]
  /** Draws what is said in it, once she opens it; undefined where nobody wrote that down. */
  transcripcion?: (() => ReactNode) | undefined
  onGo: (segundo: number) => void
}

/** The parts that can be unfolded under an episode: its chapters, and its words, to be read without sound. */
export function Partes({ de, capitulos, transcripcion, onGo }: PartesProps) {
  if (capitulos.length === 0 && !transcripcion) return null
  return (
    <div className="-ml-3 grid">
      {capitulos.length > 0 && (
        <Parte title={capitulos.length === 1 ? '1 capítulo' : `${capitulos.length} capítulos`} de={de}>
          {() => <Capitulos capitulos={capitulos} onGo={onGo} />}
        </Parte>
      )}
      {transcripcion && (
        <Parte title="Leer la transcripción" de={de}>
          {transcripcion}
        </Parte>
      )}
    </div>
  )
}

function Parte({ title, de, children }: { title: string; de: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${title}, «${de}»`}
        onClick={() => setOpen(!open)}
      >
        <span className="flex items-center gap-1.5">
          {title}
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4.5 shrink-0 transition-transform duration-200', open && 'rotate-180')}
          />
        </span>
      </Button>
      {open && (
        <div id={id} className="pb-2 pl-3">
          {children()}
        </div>
      )}
    </div>
  )
}
