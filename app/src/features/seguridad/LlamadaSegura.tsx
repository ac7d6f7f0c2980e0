import { avisarEnDesarrollo } from '../../lib/avisos.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Telefono } from './dibujos.tsx'

export function LlamadaSegura() {
  return (
    <Card as="section" className="grid content-start gap-3">
      <Telefono className="h-16" />
      <div className="grid gap-1">
        <h2 className="text-xl">Llamada segura</h2>
        <p className="text-[0.9375rem] text-tinta-suave">
          Simula que te llaman para salir de un mal momento.
        </p>
      </div>
      <Button
        look="secondary"
        className="px-3"
        onClick={() => avisarEnDesarrollo('La llamada segura estará lista pronto.')}
      >
        Recibir llamada
      </Button>
    </Card>
  )
}
