import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { ALCANCES } from '../../../lib/revision/medidas.ts'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha } from '../../../lib/time/fechas.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { isHeld, tellCosa, tellFate, useLiftVelada, useVeladas, type Velada } from './veladas.ts'

/** What was decided about anonymous authors, and the way to end it; for the administradoras. */
export function Veladas() {
  const query = useVeladas()
  const lift = useLiftVelada()
  const [asking, setAsking] = useState<Velada | null>(null)

  const confirm = async ({ id }: Velada) => {
    try {
      await lift.mutateAsync(id)
      sayDone('Decisión levantada')
    } catch (failure) {
      sayFailed('No se pudo levantar', failure)
    }
    setAsking(null)
  }

  return (
    <div className="grid gap-2">
      <p className="text-sm text-tinta-suave">Sobre quién, no se sabe. Tampoco si alcanzó a alguien.</p>
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar estas decisiones."
        empty={<p className="text-tinta-suave">Nadie ha decidido nada sobre lo escrito sin nombre.</p>}
      >
        {(list) => (
          <ul className="divide-y divide-linea">
            {list.map((velada) => (
              <Fila key={velada.id} velada={velada} onLift={() => setAsking(velada)} />
            ))}
          </ul>
        )}
      </QueryView>
      <ConfirmDialog
        open={asking !== null}
        title="¿Levantar esta decisión?"
        description="Termina en este momento. Quién escribió no se sabrá."
        action="Levantar"
        busy={lift.isPending}
        onConfirm={() => asking && void confirm(asking)}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

function Fila({ velada, onLift }: { velada: Velada; onLift: () => void }) {
  const { alcance, motivo, creada_en } = velada
  const cosa = tellCosa(velada)
  const decidida = longFecha(new Date(creada_en))
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <p className="grid min-w-0 wrap-anywhere">
        <span dir="auto" className="font-semibold [unicode-bidi:isolate]">
          {cosa}
        </span>
        <span className="text-sm text-tinta-suave">
          {ALCANCES[alcance].nombre}. Decidida el {decidida}, {tellFate(velada)}. Motivo: {readable(motivo)}
        </span>
      </p>
      {isHeld(velada) && (
        <Button
          look="quiet"
          className="-mx-2 px-2"
          aria-label={`Levantar: ${cosa}, decidida el ${decidida}`}
          onClick={onLift}
        >
          Levantar
        </Button>
      )}
    </li>
  )
}
