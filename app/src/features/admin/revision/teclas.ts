import { useEffect, useRef } from 'react'

/** Where a letter is a letter. */
const TYPING = 'input, textarea, select, [contenteditable], [role=dialog]'

/**
 * Keys of a screen: single letters, while she types nowhere and no dialog is open. What a key does is asked for at the press.
 *
 * @param keys what each does, by `KeyboardEvent.key`
 */
export function useTeclas(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (document.querySelector('[role=dialog]')) return
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
