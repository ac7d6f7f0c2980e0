import { Plus } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { ListSkeleton } from '../../components/feedback/Skeleton.tsx'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { useBelowFirst } from '../../components/layout/BelowFirst.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { AdminActions } from './AdminActions.tsx'
import { Filtros } from './Filtros.tsx'
import { usePromedios } from './resenas.ts'
import { Sillones } from './Sillones.tsx'
import { SIN_FILTROS, searchTerapeutas } from './searchTerapeutas.ts'
import { TerapeutaCard } from './TerapeutaCard.tsx'
import { type Edicion, TerapeutaDialog } from './TerapeutaDialog.tsx'
import { type Terapeuta, useTerapeutas } from './terapeutas.ts'
import * as toasts from './toasts.ts'

/** Therapists to call or to write to, and what others say of them. */
export function Terapeutas() {
  const { has, estadoAdmin } = useSession()
  const edits = has('editora')
  const query = useTerapeutas()
  const [edicion, setEdicion] = useState<Edicion>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = useFailure(query)
  useSayFailure(query.isLoadingError, toasts.NO_SE_CARGO)

  return (
    <div className="mx-casa grid max-w-xl gap-5 px-4 pt-5 pb-6 md:max-w-6xl md:px-8 md:pt-10">
      <header className="@container flex items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-3xl md:text-4xl">
            Terapeutas
          </h1>
          <p className="text-tinta-suave">Profesionales que acompañan, y lo que cuentan quienes ya fueron.</p>
        </div>
        {/* Beside large letters there is no room for both. */}
        <Sillones className="w-22 shrink-0 min-[22rem]:w-28 md:w-40 @max-[16rem]:hidden" />
      </header>
      {
        // What the team has above the list and in its cards comes with the list, and moves nothing that stood there.
        estadoAdmin === null || (query.data === undefined && !failure) ? (
          <ListSkeleton rows={4} />
        ) : (
          <>
            {edits && (
              <Button
                className="justify-self-start"
                icon={<Plus aria-hidden="true" className="size-5" />}
                onClick={() => setEdicion('nueva')}
              >
                Agregar terapeuta
              </Button>
            )}
            <QueryView query={query} errorMessage={NOT_HERE} empty={toasts.NO_HAY_TERAPEUTAS}>
              {(terapeutas) => (
                <Directorio
                  terapeutas={terapeutas}
                  onEdit={edits ? setEdicion : undefined}
                  onGone={() => heading.current?.focus()}
                />
              )}
            </QueryView>
          </>
        )
      }
      {edits && <TerapeutaDialog edicion={edicion} onClose={() => setEdicion(null)} />}
    </div>
  )
}

type DirectorioProps = {
  terapeutas: Terapeuta[]
  /** Only for the admin. */
  onEdit?: (terapeuta: Terapeuta) => void
  onGone: () => void
}

/** How many of the cards a phone's first screen shows. */
const FIRST = 2

function Directorio({ terapeutas, onEdit, onGone }: DirectorioProps) {
  const [busqueda, setBusqueda] = useState(SIN_FILTROS)
  const { data: promedios } = usePromedios()
  const below = useBelowFirst()
  const found = searchTerapeutas(terapeutas, useDeferredValue(busqueda))

  return (
    <>
      <Filtros
        terapeutas={terapeutas}
        busqueda={busqueda}
        onChange={(part) => setBusqueda((current) => ({ ...current, ...part }))}
        total={found.length}
      />
      {found.length === 0 && (
        <EmptyState
          message="No se encontraron terapeutas con los filtros seleccionados."
          action={
            <Button look="secondary" onClick={() => setBusqueda(SIN_FILTROS)}>
              Quitar filtros
            </Button>
          }
        />
      )}
      <ul className="grid min-w-0 items-start gap-3 lg:grid-cols-2 lg:gap-4">
        {(below ? found : found.slice(0, FIRST)).map((terapeuta) => (
          <TerapeutaCard
            key={terapeuta.id}
            terapeuta={terapeuta}
            promedio={promedios?.get(terapeuta.id)}
            actions={
              onEdit && (
                <AdminActions terapeuta={terapeuta} onEdit={() => onEdit(terapeuta)} onGone={onGone} />
              )
            }
          />
        ))}
      </ul>
    </>
  )
}
