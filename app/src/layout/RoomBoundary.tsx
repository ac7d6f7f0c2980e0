import { Component, lazy, type ReactNode, Suspense } from 'react'
import { takeOver } from '../lib/device/umbral.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Bare } from './Bare.tsx'

/** Its code may be what did not come: then there is nothing to offer. */
const InformeFallo = lazy(() =>
  import('./InformeFallo.tsx').then(
    ({ InformeFallo }) => ({ default: InformeFallo }),
    () => ({ default: () => null }),
  ),
)

/** Catches errors of one room, or of loading its code, so that the rest of the app goes on working. */
export class RoomBoundary extends Component<
  {
    children: ReactNode
    /** Nothing else is on screen then: the way out stands above. */
    whole?: boolean
  },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** What went wrong is seen, also where the page came drawn. */
  override componentDidCatch() {
    takeOver()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const said = (
      <div className="mx-auto grid max-w-xl gap-3 p-6">
        <ErrorState message="No pudimos abrir esta página." onRetry={() => location.reload()} />
        <Suspense>
          <InformeFallo />
        </Suspense>
      </div>
    )
    return this.props.whole ? <Bare>{said}</Bare> : said
  }
}
