import { avisarEnDesarrollo } from '../../lib/avisos.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionCard } from './ActionCard.tsx'
import { Telefono } from './dibujos.tsx'

/** The simulated call; its two recordings are still to come. */
export function LlamadaSegura() {
  return (
    <ActionCard
      title="Llamada segura"
      description="Simula que te llaman para salir de un mal momento."
      drawing={<Telefono />}
    >
      <Button look="secondary" onClick={() => avisarEnDesarrollo('La llamada segura estará lista pronto.')}>
        Recibir llamada
      </Button>
    </ActionCard>
  )
}
