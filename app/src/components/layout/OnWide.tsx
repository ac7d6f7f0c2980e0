import { type ReactNode, useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches a media query. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether pages have columns beside one another (`lg`), where what comes first in one column may stand at the side. */
export const useColumns = () => useMedia('(width >= 64rem)')

/** What is there on a wide screen alone, as wide as the sidebar needs, and asks for nothing on a telephone. */
export function OnWide({ children }: { children: ReactNode }) {
  return useMedia('(width >= 48rem)') ? children : null
}
