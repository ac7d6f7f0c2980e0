import { CircleHelp } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { onceReleased } from '../../components/button/press.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { AsociacionList, Entries } from './AsociacionList.tsx'
import type { Asociacion } from './asociaciones.ts'
import { Filtros } from './Filtros.tsx'
import { inOrder, type Lugar } from './lugares.ts'
import { searchAsociaciones } from './searchAsociaciones.ts'

type DirectorioProps = {
  asociaciones: Asociacion[]
  lugar: Lugar
  onLugar: (lugar: Lugar) => void
  actions: (asociacion: Asociacion) => ReactNode
  /** Everything at once: for the editora. */
  whole?: boolean
}

/** As many of each part as are shown at first: the directory was twenty screens long. */
const AT_FIRST = 3

/** Where what she chose is out of view, or hardly begins in it. */
function bringUp(results: HTMLElement | null | undefined): void {
  if (!results) return
  const { top } = results.getBoundingClientRect()
  if (top >= 0 && top < window.innerHeight * 0.7) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  results.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' })
}

/**
 * What helps in a place and matches a search: what is near, then the rest. What answers at any hour everywhere comes first where nothing is
 * near, and is one line above it where something is.
 */
export function Directorio({ asociaciones, lugar, onLugar, actions, whole = false }: DirectorioProps) {
  const [texto, setTexto] = useState('')
  const wanted = useDeferredValue(texto)
  const found = searchAsociaciones(asociaciones, lugar, wanted)
  const { pais, estado, ciudad } = lugar
  const { always, near, rest } = inOrder(found, Boolean(estado))

  // What she looked for is all shown, and what is near her.
  const atFirst = whole || wanted.trim() ? undefined : AT_FIRST
  const everywhere = `A toda hora, en todo ${pais}`
  const isFolded = near.length > 0 && atFirst !== undefined
  const results = useRef<HTMLDivElement>(null)
  const chosen = useRef(false)
  const choose = (next: Lugar) => {
    chosen.current = true
    onLugar(next)
  }
  const clear = () => {
    setTexto('')
    onLugar({ pais, estado: '', ciudad: '' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time she chooses a place.
  useEffect(() => {
    if (!chosen.current) return
    chosen.current = false
    return onceReleased(() => bringUp(results.current?.querySelector('section')))
  }, [lugar])

  return (
    <>
      <Filtros
        entries={asociaciones}
        lugar={lugar}
        onLugar={choose}
        texto={texto}
        onTexto={setTexto}
        resumen={<Resumen total={found.length} />}
      />
      {found.length === 0 && (
        <EmptyState
          message="No se encontraron asociaciones con los filtros seleccionados."
          action={
            (texto || estado) && (
              <Button look="secondary" onClick={clear}>
                Quitar filtros
              </Button>
            )
          }
        />
      )}
      {found.some(({ verificada_el }) => !verificada_el) && <Leyenda />}
      <div ref={results} className="contents">
        {isFolded && always.length > 0 && (
          <Details title={`${everywhere} (${always.length})`}>
            <div className="grid gap-3">
              <Entries entries={always} actions={actions} whole={whole} />
            </div>
          </Details>
        )}
        <AsociacionList entries={near} actions={actions} whole={whole} title={`En ${ciudad || estado}`} />
        {!isFolded && (
          <AsociacionList
            entries={always}
            actions={actions}
            atFirst={atFirst}
            whole={whole}
            title={everywhere}
          />
        )}
        <BelowFirst>
          <AsociacionList
            entries={rest}
            actions={actions}
            atFirst={atFirst}
            whole={whole}
            title={always.length + near.length > 0 ? `Más en ${pais}` : `En ${pais}`}
          />
        </BelowFirst>
      </div>
    </>
  )
}

function Resumen({ total }: { total: number }) {
  return (
    <p role="status" className="text-sm text-tinta-suave">
      {total === 1 ? '1 resultado' : `${total} resultados`}
    </p>
  )
}

/** Once for the whole list, and not on each of its cards. */
function Leyenda() {
  return (
    <p className="flex items-start gap-2 rounded-card bg-maiz-suave px-4 py-3 text-[0.9375rem] text-maiz-texto">
      <CircleHelp aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong className="font-semibold">Sin verificar por teléfono</strong>, salvo los que dicen otra cosa:
        cada tarjeta dice de dónde viene su número y de cuándo es.
      </span>
    </p>
  )
}
