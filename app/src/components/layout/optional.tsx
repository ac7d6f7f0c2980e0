import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { keepAsking } from '../../lib/device/keepLoading.ts'

/**
 * A part of a page that the page does without: a notice, a banner, a strip of Home. Where its file cannot be loaded, or it throws while it
 * renders, its place stays as it was and no error goes up: with React's own `lazy` one missing file takes away everything up to the next
 * boundary, the panic button with it. The file is asked for again for as long as the place is on screen.
 *
 * What she waits for after a tap says so instead: `deferred.tsx`.
 *
 * @param load the import, for instance `async () => (await import('./Cambios.tsx')).Cambios`
 * @param Until stands in its place meanwhile, with the same properties; nothing by default
 */
export function beside<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Until: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let here: ComponentType<Props> | undefined
  const get = async () => {
    here ??= await load()
    return here
  }
  return function Beside(props: Props) {
    const [Shown, setShown] = useState(() => here)
    useEffect(() => {
      if (Shown) return
      const asking = new AbortController()
      void keepAsking(get, asking.signal).then(
        (code) => code && !asking.signal.aborted && setShown(() => code),
      )
      return () => asking.abort()
    }, [Shown])
    const until = <Until {...props} />
    return Shown ? (
      <QuietBoundary until={until}>
        <Shown {...props} />
      </QuietBoundary>
    ) : (
      until
    )
  }
}

/** Shows nothing of an error: the root writes it to the console (`main.tsx`). */
class QuietBoundary extends Component<{ children: ReactNode; until: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.until : this.props.children
  }
}
