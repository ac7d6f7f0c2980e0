import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow, type MenuItem } from '../../components/layout/LinkRow.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePendingRevision } from '../../lib/team/revision.ts'
import { Esperas } from './Hoy.tsx'
import { ENTRIES } from './menu.ts'

/**
 * The team's start page. Nobody else is let in; the database checks every action again.
 *
 * @param menu the team's pages, of which she sees those of her roles; each brings its own row, and row level security alone decides what it
 * may do
 */
export function Administracion({ menu }: { menu: MenuItem[] }) {
  const { has } = useSession()
  const { data: porRevisar } = usePendingRevision()
  const hers = menu.filter(({ papel }) => papel && has(papel))
  return (
    <div className="mx-casa in-turn grid max-w-2xl gap-5 px-4 pt-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <header className="grid gap-1">
        <h1 className="text-3xl md:text-4xl">Administración</h1>
        <p className="text-tinta-suave">Lo que publicas y cuidas para todas.</p>
      </header>
      {hers.length > 0 && <Esperas empty={null} />}
      {hers.length === 0 && <p>Todavía no hay nada que hacer aquí con tu papel.</p>}
      <Card as="section" flush>
        <nav aria-label="Administración" className="grid lg:grid-cols-2 lg:gap-x-4">
          {hers.map(({ papel: _, ...page }) => (
            <LinkRow
              key={page.to}
              {...page}
              {...ENTRIES[page.to]}
              note={
                page.to === '/admin/revision' && porRevisar ? (
                  <Badge tone="bugambilia">{porRevisar}</Badge>
                ) : null
              }
            />
          ))}
        </nav>
      </Card>
    </div>
  )
}
