import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { Booklets } from '../../ui/Booklets.tsx'
import { Card } from '../../ui/Card.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { Balanza, Vaso, Voz } from './dibujos.tsx'
import { Tarjetas } from './Tarjetas.tsx'

/** Prevention and detection (docs/product.md#learning): three rooms to come, and what helps today. */
export function Prevencion() {
  return (
    <Tarjetas
      titulo="Prevención y detección"
      subtitulo="Reconocer las señales a tiempo también es cuidarte."
      tarjetas={[
        {
          titulo: 'Kit de detección de sustancias',
          texto: 'Para saber si alguien puso algo en tu bebida.',
          dibujo: <Vaso />,
        },
        {
          titulo: 'Escáner emocional de voz',
          texto: 'Para notar en una voz la tensión que las palabras esconden.',
          dibujo: <Voz />,
        },
        {
          titulo: 'Espacio legal',
          texto: 'Tus derechos, explicados con palabras sencillas.',
          dibujo: <Balanza />,
        },
      ]}
    >
      <Card as="section" flush aria-label="Si necesitas ayuda hoy">
        <LinkRow
          to="/seguridad"
          label="Tu Espacio Seguro"
          description="Botón de pánico y contactos de confianza"
          icon={ShieldCheck}
        />
        <LinkRow
          to="/seguridad/apoyo-y-refugios"
          label="Apoyo y refugios"
          description="Líneas y asociaciones que escuchan"
          icon={LifeBuoy}
        />
      </Card>
      <Booklets />
    </Tarjetas>
  )
}
