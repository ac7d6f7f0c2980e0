import { usePendingRevision } from '../../data/revision.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { LinkRow, type MenuItem } from '../../ui/LinkRow.tsx'

/**
 * The admin's start page. Only she is let in; the database checks every action again.
 *
 * @param menu her rooms; each brings its own row, and row level security alone decides what it may do
 */
export function Administracion({ menu }: { menu: MenuItem[] }) {
  const { data: porRevisar } = usePendingRevision()
  return (
    <div className="mx-auto grid max-w-2xl gap-5 px-4 pt-5 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-3xl md:text-4xl">Administración</h1>
        <p className="text-tinta-suave">Lo que publicas y cuidas para todas.</p>
      </header>
      <Card as="section" flush>
        <nav aria-label="Administración">
          {menu.map((room) => (
            <LinkRow
              key={room.to}
              {...room}
              note={
                room.to === '/admin/revision' && porRevisar ? (
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
