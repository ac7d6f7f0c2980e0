import {
  BookOpen,
  BookOpenCheck,
  ChartColumn,
  CircleUserRound,
  Eye,
  Headphones,
  House,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Scale,
  SlidersHorizontal,
  Sunrise,
  UsersRound,
} from 'lucide-react'

/** How each of the team's rooms looks on its start page, by its path. Not in `routes.tsx`, which everybody's first script brings along (record 389). */
export const LOOKS: Readonly<Record<string, { icon: LucideIcon; description: string }>> = {
  '/admin/hoy': { icon: Sunrise, description: 'Lo que espera, y quién está de guardia' },
  '/admin/miradas': { icon: Eye, description: 'Cada consulta del equipo sobre una integrante' },
  '/admin/revision': { icon: BookOpenCheck, description: 'Lo que espera una decisión, en una sola lista' },
  '/admin/biblioteca': { icon: BookOpen, description: 'Los libros de cada semana y sus archivos' },
  '/admin/podcast': { icon: Headphones, description: 'Episodios y su audio' },
  '/admin/salas': { icon: MessagesSquare, description: 'Los Círculos de Confianza' },
  '/admin/legal': { icon: Scale, description: 'Escribir y publicar versiones' },
  '/admin/usuarias': { icon: CircleUserRound, description: 'Buscar, pausar, expulsar; lo decidido' },
  '/admin/soporte': { icon: Mail, description: 'Responder a quien escribe al equipo' },
  '/admin/estado': { icon: House, description: 'Respaldo, colas, correo, disco; qué hacer' },
  '/admin/cifras': { icon: ChartColumn, description: 'Cuántas somos y qué se usa; alertas y cómo salieron' },
  '/admin/fallos': { icon: SlidersHorizontal, description: 'Pantallas que fallaron, sin decir a quién' },
  '/admin/equipo': { icon: UsersRound, description: 'Quién ayuda, con qué papel; invitar y retirar' },
}
