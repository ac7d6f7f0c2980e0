import { HeartHandshake, LifeBuoy, ShieldCheck } from 'lucide-react'
import { Booklets } from '../../components/help/Booklets.tsx'
import { Balanza, Vaso, Voz } from './dibujos.tsx'
import { Tarjetas } from './Tarjetas.tsx'

/** Prevention and detection (docs/product.md#learning): three pages to come, and what helps today. */
export function Prevencion() {
  return (
    <Tarjetas
      titulo="Prevención y detección"
      subtitulo="Reconocer las señales a tiempo también es cuidarte."
      mientras={[
        {
          to: '/seguridad',
          label: 'Tu Espacio Seguro',
          description: 'Botón de pánico y contactos de confianza',
          icon: ShieldCheck,
        },
        {
          to: '/seguridad/apoyo-y-refugios',
          label: 'Apoyo y refugios',
          description: 'Líneas y asociaciones que escuchan',
          icon: LifeBuoy,
        },
        {
          to: '/directorio-terapeutas',
          label: 'Terapeutas',
          description: 'Profesionales que acompañan',
          icon: HeartHandshake,
        },
      ]}
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
      <Booklets open />
    </Tarjetas>
  )
}
