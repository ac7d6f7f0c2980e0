import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { keepLoading } from './lib/device/keepLoading.ts'
import type { MenuItem } from './ui/LinkRow.tsx'

/** A screen; the route tells it the room's name, and what stands in the menu that it shows. */
type Screen = ComponentType<{ name: string; menu: MenuItem[] }>

export type Room = LazyExoticComponent<Screen> & {
  /** Prefetches the room's code. */
  preload: () => void
}

/**
 * A screen whose code is fetched when it is first needed.
 *
 * @param load the import, for instance `() => import('./features/agenda/Agenda.tsx')`
 * @param name the export that holds the screen
 * @param alone it is a page that stands alone, opened by a link: its code is asked for until it comes
 */
export function room<Name extends string>(
  load: () => Promise<Record<Name, Screen>>,
  name: Name,
  { alone = false } = {},
): Room {
  const screen = lazy(async () => ({ default: (await (alone ? keepLoading(load) : load()))[name] }))
  // Asked for again when she goes there.
  return Object.assign(screen, { preload: () => void load().catch(() => {}) })
}
