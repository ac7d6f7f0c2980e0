import {
  BookOpen,
  BookOpenCheck,
  Headphones,
  HeartHandshake,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  Scale,
} from 'lucide-react'

export type AdminRoom = { to: string; label: string; description: string; icon: LucideIcon }

/** The admin's rooms, as `/admin` lists them. Each brings its own row; row level security alone decides what it may do. */
export const adminRooms: AdminRoom[] = [
  {
    to: '/admin/revision',
    label: 'Revisión',
    description: 'Historias por leer y mensajes denunciados',
    icon: BookOpenCheck,
  },
  {
    to: '/seguridad/apoyo-y-refugios',
    label: 'Directorio de apoyo',
    description: 'Asociaciones, y números que ya no funcionan',
    icon: LifeBuoy,
  },
  {
    to: '/directorio-terapeutas',
    label: 'Terapeutas',
    description: 'Agregar, corregir y ocultar; reseñas',
    icon: HeartHandshake,
  },
  {
    to: '/admin/biblioteca',
    label: 'Biblioteca',
    description: 'Los libros de cada semana y sus archivos',
    icon: BookOpen,
  },
  { to: '/admin/podcast', label: 'Podcast', description: 'Episodios y su audio', icon: Headphones },
  { to: '/admin/salas', label: 'Salas', description: 'Los Círculos de Confianza', icon: MessagesSquare },
  {
    to: '/admin/legal',
    label: 'Políticas legales',
    description: 'Escribir y publicar versiones',
    icon: Scale,
  },
]
