import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Spinner } from '../feedback/Spinner.tsx'

/** A component whose code is loaded after the page that shows it. */
type Later<Props> = ComponentType<Props> & {
  /** Fetches the code, so that it is there when she opens it. Rejects where it cannot be had; it is asked for again when it is needed. */
  preload: () => Promise<void>
}

/**
 * What a page opens over itself and does not need for its first paint. Shown at once where its code is loaded; until then it says that it
 * is loading. Where the code cannot be fetched it says so and tries again; the page around it stays as it is.
 *
 * @param load the import, for instance `async () => (await import('./ContactForm.tsx')).ContactForm`
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let here: ComponentType<Props> | undefined
  const preload = async () => {
    here ??= await load()
  }
  function Coming(props: Props) {
    // Decided once it is there: with another component in its place she would lose what she has typed.
    const [Shown, setShown] = useState(() => here)
    const [lost, setLost] = useState(false)
    useEffect(() => {
      if (Shown || lost) return
      let gone = false
      preload().then(
        () => gone || setShown(() => here),
        () => gone || setLost(true),
      )
      return () => {
        gone = true
      }
    }, [Shown, lost])
    if (Shown) return <Shown {...props} />
    if (lost)
      return <ErrorState message="No pudimos abrirlo. Revisa tu internet." onRetry={() => setLost(false)} />
    return (
      <p className="grid min-h-24 place-items-center text-3xl text-jacaranda-texto">
        <Spinner label="Cargando…" />
      </p>
    )
  }
  return Object.assign(Coming, { preload })
}
