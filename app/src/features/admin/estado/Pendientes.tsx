import { ChevronRight, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../../components/layout/Card.tsx'
import { missingOf, useInstallationState } from './estado.ts'

/** What the installation still lacks, as on its first day; nothing once it is whole. */
export function Pendientes() {
  const { data, isPending, fetchStatus, failureCount } = useInstallationState()
  // What is below waits for the first answer, and not for a network that is not there.
  if (isPending && fetchStatus === 'fetching' && failureCount === 0) return <div data-placeholder />
  const missing = data ? missingOf(data) : []
  if (missing.length === 0) return null
  return (
    <Card as="section" aria-labelledby="pendientes" className="grid gap-1">
      <h2 id="pendientes" className="text-xl">
        Para empezar: falta{missing.length > 1 && 'n'} {missing.length}
      </h2>
      <ul>
        {missing.map(({ que, to }) => (
          <li key={que} className="border-linea not-last:border-b">
            <Link
              to={to}
              className="-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 py-2 hover:bg-jacaranda-suave"
            >
              <CircleDashed aria-hidden="true" className="size-5 shrink-0 text-maiz-texto" />
              <span className="min-w-0 flex-1">{que}</span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
