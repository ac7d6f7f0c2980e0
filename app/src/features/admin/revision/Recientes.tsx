import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import { CLASES, OPCIONES } from './clases.ts'
import { type Reciente, useRecientes } from './cola.ts'

/** What was decided in the last day, and the way back. */
export function Recientes({ onUndo }: { onUndo: (lote: string) => Promise<void> }) {
  const query = useRecientes()
  return (
    <QueryView
      query={query}
      errorMessage="No se pudieron cargar las decisiones."
      empty={<p className="text-tinta-suave">Nada en el último día.</p>}
    >
      {(list) => (
        <ul className="divide-y divide-linea">
          {list.map((reciente) => (
            <Tomada key={reciente.lote} reciente={reciente} onUndo={onUndo} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

type TomadaProps = { reciente: Reciente; onUndo: (lote: string) => Promise<void> }

function Tomada({
  reciente: { lote, clase, que, razon, decidida_en, cuantas, deshecha, mia, de_que },
  onUndo,
}: TomadaProps) {
  const opcion = OPCIONES[clase].find((one) => one.que === que)
  const hecho = opcion?.hecho
  const hora = shortHora(new Date(decidida_en))
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p className="grid min-w-0 wrap-anywhere">
        <span className="font-semibold">{hecho}</span>
        {de_que && <bdi className="line-clamp-1 text-sm">«{readable(de_que)}»</bdi>}
        <span className="text-sm text-tinta-suave">
          {[
            CLASES[clase],
            opcion?.razones[razon],
            cuantas > 1 && `${cuantas} iguales`,
            hora,
            !mia && 'otra persona del equipo',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {deshecha ? (
        <span className="text-sm text-tinta-suave">Deshecha</span>
      ) : (
        <Button
          look="quiet"
          aria-label={`Deshacer: ${[hecho, de_que && `«${readable(de_que)}»`, hora].filter(Boolean).join(', ')}`}
          onClick={() => void onUndo(lote)}
        >
          Deshacer
        </Button>
      )}
    </li>
  )
}
