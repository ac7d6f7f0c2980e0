import { SlidersHorizontal } from 'lucide-react'
import type { MenuItem } from '../components/layout/LinkRow.tsx'
import { type Menu, redirectedPaths, routes } from './routes.tsx'

/** The pages of a menu, in its order. @throws Error where one of them has no icon */
export function menuOf(menu: Menu): MenuItem[] {
  return [...routes.map((route) => ({ ...route, to: route.path })), ...redirectedPaths]
    .filter(({ menus }) => menus?.[menu])
    .sort((a, b) => a.menus![menu]!.at - b.menus![menu]!.at)
    .map(({ to, name, label, icon, menus, ...route }) => {
      // Those of the team's pages alone come with its start page (`features/admin/menu.ts`).
      const shown = icon ?? (menu === 'administracion' ? SlidersHorizontal : undefined)
      if (!shown) throw new Error(`routes.tsx: ${to} stands in a menu and has no icon`)
      return {
        to,
        icon: shown,
        label: menus![menu]!.label ?? label ?? name,
        description: menus![menu]!.description,
        onlyAdmin: 'access' in route && route.access === 'admin',
        papel: menus![menu]!.papel,
      }
    })
}

/** A menu item is active where the path starts with its own; Inicio only on exactly `/` (docs/product.md#menus). */
export function isActive(to: string, pathname: string): boolean {
  return to === '/' ? pathname === '/' : pathname.startsWith(to)
}
