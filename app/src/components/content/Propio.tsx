import type { ComponentProps } from 'react'

/** A name, a place or a number to call: no translator changes it, and its direction is its own. */
export function Propio(props: ComponentProps<'bdi'>) {
  return <bdi translate="no" {...props} />
}

/** A sentence in which these stand. */
export function Frase({ children, propios }: { children: string; propios: readonly (string | null)[] }) {
  const found = propios.filter((one) => one !== null && one !== '')
  if (found.length === 0) return children
  const escaped = found.map((one) => one!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = children.split(new RegExp(`(${escaped.join('|')})`))
  return parts.map((part, place) =>
    // Every second part is one of them.
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence never move.
    place % 2 === 1 ? <Propio key={place}>{part}</Propio> : part,
  )
}
