import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Estado, useDecidedHistorias } from './revision.ts'
import { UnreadHistoria } from './UnreadHistoria.tsx'

type Decidido = Exclude<Estado, 'pendiente'>

/** Stories with an earlier decision, which can be changed here. */
export function Leidas({ onDecided }: { onDecided: () => void }) {
  const [estado, setEstado] = useState<Decidido>('publicada')
  const query = useDecidedHistorias(estado)
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
        query={query}
        errorMessage="No se pudieron cargar las historias."
        empty={<p className="text-tinta-suave">Ninguna.</p>}
      >
        {(historias) => (
          <ul className="grid gap-4">
            {historias.map((historia) => (
              <UnreadHistoria key={historia.id} historia={historia} onDecided={onDecided} />
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
