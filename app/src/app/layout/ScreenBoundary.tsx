import { Component, type ReactNode } from 'react'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { beside } from '../../components/layout/optional.tsx'
import { takeOver } from '../../lib/device/prerenderedPage.ts'
import { Bare } from './Bare.tsx'

const InformeFallo = beside(async () => (await import('./InformeFallo.tsx')).InformeFallo)

/** Catches errors of one screen, or of loading its code, so that the rest of the app goes on working. */
export class ScreenBoundary extends Component<
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

  /** Shows what it says also where a prerendered page is still in front. The root writes the error to the console (`main.tsx`). */
  override componentDidCatch() {
    takeOver()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const said = (
      <div className="mx-auto grid max-w-xl gap-3 p-6">
        <ErrorState message="No pudimos abrir esta página." onRetry={() => location.reload()} />
        <InformeFallo />
      </div>
    )
    return this.props.whole ? <Bare>{said}</Bare> : said
  }
}
