import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { tellEnd } from '../../../lib/revision/medidas.ts'
import { readable } from '../../../lib/text/readable.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { type Suspension, useLiftSuspension, useSuspensiones } from './revision.ts'

/** Who may not write now, and the way to let her. */
export function Suspensiones() {
  const query = useSuspensiones()
  return (
    <QueryView
      query={query}
      errorMessage="No se pudieron cargar las pausas."
      empty={<p className="text-tinta-suave">Ninguna integrante está en pausa.</p>}
    >
      {(list) => (
        <ul className="divide-y divide-linea">
          {list.map((suspension) => (
            <Fila key={suspension.id} suspension={suspension} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

function Fila({ suspension: { id, motivo, hasta, nombre } }: { suspension: Suspension }) {
  const liftSuspension = useLiftSuspension()
  const name = readable(nombre ?? '') || 'Anónimo'
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p className="grid min-w-0 wrap-anywhere">
        <bdi translate="no" className="font-semibold">
          {name}
        </bdi>
        <span className="text-sm text-tinta-suave">
          {tellEnd(hasta)}. Motivo: {readable(motivo)}
        </span>
      </p>
      <Button
        look="quiet"
        className="-mx-2 px-2"
        busy={liftSuspension.isPending}
        aria-label={`Levantar la pausa de ${name}`}
        onClick={() =>
          // By its promise, since callbacks of `mutate` are not called once this line has gone from the list.
          void liftSuspension.mutateAsync(id).then(
            () => sayDone('Pausa levantada'),
            (failure) => sayFailed('No se pudo levantar la pausa', failure),
          )
        }
      >
        Levantar la pausa
      </Button>
    </li>
  )
}
