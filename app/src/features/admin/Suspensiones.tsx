import { fechaLarga, horaCorta } from '../../lib/fechas.ts'
import { legible } from '../../lib/legible.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { fallo, hecho } from './avisos.ts'
import { type Suspension, useLevantar, useSuspensiones } from './revision.ts'

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
  const levantar = useLevantar()
  const until = new Date(hasta)
  const name = legible(nombre ?? '') || 'Anónimo'
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p className="grid min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-sm text-tinta-suave">
          Hasta el {fechaLarga(until)}, {horaCorta(until)}. Motivo: {legible(motivo)}
        </span>
      </p>
      <Button
        look="quiet"
        busy={levantar.isPending}
        aria-label={`Levantar la pausa de ${name}`}
        onClick={() =>
          levantar.mutate(id, {
            onSuccess: () => hecho('Pausa levantada'),
            onError: (failure) => fallo('No se pudo levantar la pausa', failure),
          })
        }
      >
        Levantar la pausa
      </Button>
    </li>
  )
}
