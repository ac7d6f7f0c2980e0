import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Keeps a room that breaks, or whose code could not be fetched, from taking the whole house with it. */
export class RoomBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="mx-auto grid max-w-xl p-6">
        <ErrorState message="No pudimos abrir esta página." onRetry={() => location.reload()} />
      </div>
    )
  }
}
