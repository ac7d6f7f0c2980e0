import { type ReactNode, useSyncExternalStore } from 'react'

/** As wide as the sidebar needs. */
const WIDE = '(width >= 48rem)'

function subscribe(changed: () => void): () => void {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** What is there on a wide screen alone, and asks for nothing on a telephone. */
export function OnWide({ children }: { children: ReactNode }) {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches) ? children : null
}
