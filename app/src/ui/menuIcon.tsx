import type { LucideIcon, LucideProps } from 'lucide-react'

/** What `routes.tsx` may name as a room's icon (`menuIcons.ts`). */
export type MenuIconName =
  | 'diario'
  | 'libro'
  | 'agenda'
  | 'perfil'
  | 'planes'
  | 'flor'
  | 'regalo'
  | 'aprendizaje'
  | 'podcast'
  | 'manos'
  | 'pulso'
  | 'casa'
  | 'apoyo'
  | 'luna'
  | 'alerta'
  | 'escudo'
  | 'ajustes'
  | 'paraguas'
  | 'comunidad'
  | 'novedades'

let iconos: Partial<Record<MenuIconName, LucideIcon>> = {}

/** Said once by the file that holds them, which comes with a member's frame: no visitor sees a menu, nor loads what is drawn in it. */
export function dressMenus(all: Record<MenuIconName, LucideIcon>): void {
  iconos = all
}

/** A room's icon by its name, for the list of all rooms, which every page brings along. */
export function menuIcon(nombre: MenuIconName): LucideIcon {
  function Icono(props: LucideProps) {
    const Shown = iconos[nombre]
    return Shown ? <Shown {...props} /> : null
  }
  return Icono as unknown as LucideIcon
}
