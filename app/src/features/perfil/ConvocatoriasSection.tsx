import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PAPELES } from '../../lib/cuenta/papeles.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { useAcceptConvocatoria, useConvocatorias, useDeclineConvocatoria } from './convocatorias.ts'
import * as toasts from './toasts.ts'

/** Somebody invited her to help; nothing for everybody else. */
export function ConvocatoriasSection() {
  const { data } = useConvocatorias()
  const accept = useAcceptConvocatoria()
  const decline = useDeclineConvocatoria()
  const failed = (failure: unknown) => {
    if (!(failure instanceof PruebaCancelada)) toasts.convocatoriaFailed(failure)
  }
  return data?.map(({ id, papel }) => (
    <Card key={id} as="section" aria-label="Invitación al equipo" className="grid gap-3">
      <h2 className="text-xl">Te invitan al equipo, como {papel}</h2>
      <p className="text-tinta-suave">
        {PAPELES[papel]}. Para empezar te pediremos una verificación en dos pasos.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={accept.isPending}
          onClick={() =>
            accept.mutate({ id, papel }, { onSuccess: toasts.convocatoriaAccepted, onError: failed })
          }
        >
          Aceptar
        </Button>
        <Button
          look="quiet"
          busy={decline.isPending}
          onClick={() => decline.mutate(id, { onSuccess: toasts.convocatoriaDeclined, onError: failed })}
        >
          No, gracias
        </Button>
      </div>
    </Card>
  ))
}
