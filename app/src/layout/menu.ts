import type { LucideIcon } from 'lucide-react'
import {
  BookHeart,
  BookOpen,
  CircleUserRound,
  Flower2,
  Headphones,
  HeartPulse,
  House,
  MoonStar,
  ShieldCheck,
  Umbrella,
  UsersRound,
} from 'lucide-react'

export type MenuItem = { to: string; label: string; icon: LucideIcon }

/** The six tabs of phones. */
export const tabs: MenuItem[] = [
  { to: '/', label: 'Inicio', icon: House },
  { to: '/seguridad', label: 'Seguridad', icon: ShieldCheck },
  { to: '/comunidad', label: 'Comunidad', icon: UsersRound },
  { to: '/holistica', label: 'Holística', icon: MoonStar },
  { to: '/sexualidad', label: 'Sexualidad', icon: Flower2 },
  { to: '/perfil', label: 'Perfil', icon: CircleUserRound },
]

/** The nine items of the desktop sidebar. */
export const sidebar: MenuItem[] = [
  { to: '/', label: 'Inicio', icon: House },
  { to: '/seguridad', label: 'Seguridad', icon: ShieldCheck },
  { to: '/sexualidad', label: 'Sexualidad', icon: Flower2 },
  { to: '/comunidad', label: 'Comunidad', icon: UsersRound },
  { to: '/diario-emocional', label: 'Diario', icon: BookHeart },
  { to: '/biblioteca', label: 'Biblioteca', icon: BookOpen },
  { to: '/bienestar', label: 'Bienestar', icon: HeartPulse },
  { to: '/holistica', label: 'Holística', icon: MoonStar },
  { to: '/perfil', label: 'Perfil', icon: CircleUserRound },
]

/** The secondary list below it; it repeats some rooms, as specified. */
export const secondary: MenuItem[] = [
  { to: '/diario-emocional', label: 'Diario Emocional', icon: BookHeart },
  { to: '/biblioteca', label: 'Biblioteca', icon: BookOpen },
  { to: '/podcast', label: 'Escucha', icon: Headphones },
  { to: '/coberturas', label: 'Coberturas', icon: Umbrella },
  { to: '/bienestar', label: 'Bienestar', icon: HeartPulse },
]

/** A menu item is active where the path starts with its own; Inicio only on exactly `/` (docs/product.md#menus). */
export function isActive(to: string, pathname: string): boolean {
  return to === '/' ? pathname === '/' : pathname.startsWith(to)
}
