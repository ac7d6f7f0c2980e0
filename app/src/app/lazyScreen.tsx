import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import type { MenuItem } from '../components/layout/LinkRow.tsx'
import { keepLoading } from '../lib/device/keepLoading.ts'

/** Something on screen whose code comes when it is first needed, or before. */
export type OnDemand<Props> = ComponentType<Props> & {
  /** Fetches the code. Rejects where it cannot be had; it is asked for again when it is needed. */
  preload: () => Promise<void>
}

/**
 * What `load` brings, drawn at once where it is there already: `lazy` by itself finds that out only after it has drawn what stands for it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  patiently = load,
): OnDemand<Props> {
  let here: ComponentType<Props> | undefined
  const get = async (by: typeof load) => {
    here = await by()
    return here
  }
  const Coming = lazy(async () => ({ default: await get(patiently) }))
  function Screen(props: Props) {
    // Decided once: with another component in its place she would lose what she has typed.
    const [Shown] = useState(() => here ?? Coming)
    return <Shown {...props} />
  }
  return Object.assign(Screen, {
    preload: async () => {
      await get(load)
    },
  })
}

/**
 * What a route tells its screen: the page's name, what stands in the menu that it shows, and to one that leads to several others (Home,
 * Comunidad) what there is in those today.
 */
type ScreenProps = { name: string; menu: MenuItem[]; hoy?: ReactNode; primero?: ReactNode; luego?: ReactNode }

/** A screen. */
export type LazyScreen = OnDemand<ScreenProps>

/**
 * A screen whose code is fetched when it is first needed.
 *
 * @param load the import, for instance `() => import('../features/agenda/Agenda.tsx')`
 * @param name the export that holds the screen
 * @param alone it is a page that stands alone, opened by a link: its code is asked for until it comes
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<ScreenProps>>>,
  name: Name,
  { alone = false } = {},
): LazyScreen {
  const screen = async () => (await load())[name]
  return onDemand(screen, alone ? () => keepLoading(screen) : screen)
}
