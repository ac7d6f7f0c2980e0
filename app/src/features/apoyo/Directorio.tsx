import { type ReactNode, useDeferredValue, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AsociacionList } from './AsociacionList.tsx'
import type { Asociacion } from './asociaciones.ts'
import { Filtros } from './Filtros.tsx'
import { isNacional, type Lugar } from './lugares.ts'
import { searchAsociaciones } from './searchAsociaciones.ts'

type DirectorioProps = {
  asociaciones: Asociacion[]
  lugar: Lugar
  onLugar: (lugar: Lugar) => void
  actions: (asociacion: Asociacion) => ReactNode
}

/** What helps in a place and matches a search: by name, or, in a state, what is near before what is everywhere. */
export function Directorio({ asociaciones, lugar, onLugar, actions }: DirectorioProps) {
  const [texto, setTexto] = useState('')
  const wanted = useDeferredValue(texto)
  const found = searchAsociaciones(asociaciones, lugar, wanted)
  const { pais, estado, ciudad } = lugar
  const near = estado ? found.filter((entry) => !isNacional(entry)) : []
  const everywhere = estado ? found.filter(isNacional) : []

  const clear = () => {
    setTexto('')
    onLugar({ pais, estado: '', ciudad: '' })
  }

  return (
    <>
      <Filtros
        entries={asociaciones}
        lugar={lugar}
        onLugar={onLugar}
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
      {!estado && (
        <AsociacionList entries={found} actions={actions} title={`Asociaciones en ${pais}`} quiet />
      )}
      <AsociacionList entries={near} actions={actions} title={`En ${ciudad || estado}`} />
      <AsociacionList entries={everywhere} actions={actions} title={`Para todo ${pais}`} />
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
