import {
  BookOpen,
  CalendarDays,
  CreditCard,
  Gift,
  GraduationCap,
  Headphones,
  HeartHandshake,
  HeartPulse,
  type LucideIcon,
  ShieldAlert,
  SlidersHorizontal,
} from 'lucide-react'

export type Rincon = {
  to: string
  label: string
  icon: LucideIcon
  /** Already in the sidebar, so only phones need it here. */
  onlyPhone?: boolean
  onlyAdmin?: boolean
}

/** Every room that no menu reaches on that device (record 242). */
export const rincones: Rincon[] = [
  { to: '/agenda', label: 'Mi agenda', icon: CalendarDays },
  { to: '/bienestar', label: 'Bienestar', icon: HeartPulse, onlyPhone: true },
  { to: '/directorio-terapeutas', label: 'Terapeutas', icon: HeartHandshake },
  { to: '/biblioteca', label: 'Biblioteca', icon: BookOpen, onlyPhone: true },
  { to: '/podcast', label: 'Escucha', icon: Headphones, onlyPhone: true },
  { to: '/aprendizaje', label: 'Aprendizaje', icon: GraduationCap },
  { to: '/prevencion', label: 'Prevención', icon: ShieldAlert },
  { to: '/referidos', label: 'Invita y Gana', icon: Gift },
  { to: '/pricing', label: 'Planes', icon: CreditCard },
  { to: '/admin', label: 'Administración', icon: SlidersHorizontal, onlyAdmin: true },
]
