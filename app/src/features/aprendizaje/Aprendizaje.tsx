import { BookHeart, BookOpen, Headphones } from 'lucide-react'
import { Cursos, Espejo, Retos } from './dibujos.tsx'
import { Tarjetas } from './Tarjetas.tsx'

/** Learning and growth (docs/product.md#learning): three pages to come. */
export function Aprendizaje() {
  return (
    <Tarjetas
      titulo="Aprendizaje y crecimiento"
      subtitulo="Un paso a la vez, a tu ritmo."
      mientras={[
        { to: '/biblioteca', label: 'Biblioteca', description: 'Un libro nuevo cada semana', icon: BookOpen },
        { to: '/podcast', label: 'Escucha', description: 'Voces de mujeres que acompañan', icon: Headphones },
        {
          to: '/diario-emocional',
          label: 'Diario',
          description: 'Escribir para conocerte, un día a la vez',
          icon: BookHeart,
        },
      ]}
      tarjetas={[
        {
          titulo: 'Mini cursos',
          texto: 'Lecciones cortas para aprender algo nuevo en tus ratos libres.',
          dibujo: <Cursos />,
        },
        {
          titulo: 'Retos de autocuidado de 21 días',
          texto: 'Un gesto pequeño cada día, para volver a ti.',
          dibujo: <Retos />,
        },
        {
          titulo: 'Tests para conocerte',
          texto: 'Preguntas para mirarte con cariño y sin juicios.',
          dibujo: <Espejo />,
        },
      ]}
    />
  )
}
