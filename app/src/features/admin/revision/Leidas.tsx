import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Field } from '../../../components/form/Field.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { type Estado, type HistoriaAdmin, useDecidedHistorias } from './revision.ts'
import { UnreadHistoria } from './UnreadHistoria.tsx'

type Decidido = Exclude<Estado, 'pendiente'>

/** One that she is deciding about, as she read it, and where it stood. */
type Held = { historia: HistoriaAdmin; place: number }

/** Stories with an earlier decision, which can be changed here. */
export function Leidas() {
  const [estado, setEstado] = useState<Decidido>('publicada')
  const query = useDecidedHistorias(estado)
  const [held, setHeld] = useState<Held | null>(null)
  const isGone = held !== null && !query.data?.some(({ id }) => id === held.historia.id)
  return (
    <div className="grid gap-4">
      <Field label="Mostrar">
        <Select value={estado} onChange={({ target }) => setEstado(target.value as Decidido)}>
          <option value="publicada">Publicadas</option>
          <option value="oculta">Ocultas</option>
          <option value="rechazada">No publicadas</option>
        </Select>
      </Field>
      <QueryView
        query={held && query.data ? { ...query, data: withHeld(query.data, held) } : query}
        errorMessage="No se pudieron cargar las historias."
        empty={<p className="text-tinta-suave">Ninguna.</p>}
      >
        {(historias) => (
          <ul className="grid gap-4">
            {historias.map((historia, place) => (
              <UnreadHistoria
                key={historia.id}
                historia={historia}
                isGone={isGone && held.historia === historia}
                onHold={(holds) => setHeld(holds ? { historia, place } : null)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {query.hasNextPage && (
        <Button look="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Ver más
        </Button>
      )}
    </div>
  )
}

/** What is decided elsewhere meanwhile, or changed by its author, does not go from under her hands, nor her words with it. */
function withHeld(historias: HistoriaAdmin[], { historia, place }: Held): HistoriaAdmin[] {
  const others = historias.filter(({ id }) => id !== historia.id)
  return [...others.slice(0, place), historia, ...others.slice(place)]
}
