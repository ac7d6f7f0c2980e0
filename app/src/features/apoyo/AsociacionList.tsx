import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { AsociacionCard } from './AsociacionCard.tsx'
import type { Asociacion } from './asociaciones.ts'

type EntriesProps = {
  entries: Asociacion[]
  actions: (asociacion: Asociacion) => ReactNode
  /** As many as are shown before she asks for the others; undefined: all. */
  atFirst?: number
  /** Nothing of a card is folded away. */
  whole: boolean
}

/** A part of the directory. */
export function AsociacionList({ title, ...rest }: EntriesProps & { title: string }) {
  const id = useId()
  if (rest.entries.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3 md:scroll-mt-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <Entries {...rest} />
    </section>
  )
}

/** Its first entries, and the others at a tap. */
export function Entries({ entries, actions, atFirst, whole }: EntriesProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // One that would stand alone behind the button is shown at once.
  const shown = all || !atFirst || entries.length <= atFirst + 1 ? entries : entries.slice(0, atFirst)
  const showAll = () => {
    setAll(true)
    // The button goes: the focus stays where the others begin.
    requestAnimationFrame(() => list.current?.children[shown.length]?.querySelector('a')?.focus())
  }
  return (
    <>
      <ul ref={list} className="grid min-w-0 items-start grid-fit-[max(15rem,32%)] gap-2.5">
        {shown.map((asociacion) => (
          <AsociacionCard
            key={asociacion.id}
            asociacion={asociacion}
            actions={actions(asociacion)}
            whole={whole}
          />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button
          look="secondary"
          wide
          icon={<ChevronDown aria-hidden="true" className="size-5" />}
          onClick={showAll}
        >
          Ver los otros {entries.length - shown.length}
        </Button>
      )}
    </>
  )
}
