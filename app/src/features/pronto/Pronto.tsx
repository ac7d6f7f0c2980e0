import { EmptyState } from '../../ui/EmptyState.tsx'

export function Pronto() {
  return <EmptyState message="Próximamente" />
}
