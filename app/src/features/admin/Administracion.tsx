import { useLocation } from 'react-router'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { LinkRow, type MenuItem } from '../../components/layout/LinkRow.tsx'
import { useColumns } from '../../components/layout/OnWide.tsx'
import { useLedHere } from '../../components/layout/useLedHere.ts'
import { useSession } from '../../lib/session/session.tsx'
import { GRUPOS, type Grupo as GrupoDePaginas } from '../../lib/team/grupos.ts'
import { usePendingRevision } from '../../lib/team/revision.ts'
import { useHoy } from './equipo/guardias.ts'
import { Pendientes } from './estado/Pendientes.tsx'
import { Esperas, LUGARES } from './Hoy.tsx'
import { ENTRIES } from './menu.ts'

/** More pages than a phone shows on two screens: then what does not wait is folded. */
const MANY = 12

/**
 * The team's start page. Nobody else is let in; the database checks every action again.
 *
 * @param menu the team's pages, of which she sees those of her roles; each brings its own row, and row level security alone decides what it
 * may do
 */
export function Administracion({ menu }: { menu: MenuItem[] }) {
  const { has } = useSession()
  const hers = menu.filter(({ papel }) => papel && has(papel))
  const isFolded = !useColumns() && hers.length > MANY
  const groups = GRUPOS.map((grupo) => ({
    ...grupo,
    pages: grupo.paths.flatMap((path) => hers.find(({ to }) => to === path) ?? []),
  })).filter(({ pages }) => pages.length > 0)
  return (
    <div className="mx-casa in-turn grid max-w-2xl gap-5 px-4 pt-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <header className="grid gap-1">
        <h1 className="text-3xl md:text-4xl">Administración</h1>
        <p className="text-tinta-suave">Lo que publicas y cuidas para todas.</p>
      </header>
      {has('administradora') && <Pendientes />}
      {hers.length > 0 && <Esperas empty={null} />}
      {hers.length === 0 && <p>Todavía no hay nada que hacer aquí con tu papel.</p>}
      {/* The longest group stands beside the others. */}
      <nav
        aria-label="Administración"
        className="grid gap-5 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:items-start"
      >
        {groups.map((grupo) => (
          <Grupo key={grupo.id} {...grupo} folded={isFolded && grupo.id !== 'hoy'} />
        ))}
      </nav>
    </div>
  )
}

function Grupo({ id, nombre, pages, folded }: GrupoDePaginas & { pages: MenuItem[]; folded: boolean }) {
  const here = `#${id}`
  const isLedHere = useLocation().hash === here
  const heading = useLedHere<HTMLDivElement>(here)
  const waiting = useWaiting()
  const rows = pages.map(({ papel: _, ...page }) => (
    <LinkRow
      key={page.to}
      {...page}
      {...ENTRIES[page.to]}
      note={waiting(page.to) ? <Badge tone="bugambilia">{waiting(page.to)}</Badge> : null}
    />
  ))
  if (folded) {
    const total = pages.reduce((sum, { to }) => sum + waiting(to), 0)
    return (
      <div ref={heading} tabIndex={-1} className="rounded-card">
        <Collapsible
          // Led to while she is on the page, it is opened too.
          key={String(isLedHere)}
          level="h2"
          defaultOpen={isLedHere}
          title={
            <span className="flex flex-wrap items-center gap-x-3">
              {nombre}
              {total > 0 && <Badge tone="bugambilia">{total}</Badge>}
              <span className="basis-full font-normal text-sm text-tinta-suave">
                {pages.map(({ label }) => label).join(', ')}
              </span>
            </span>
          }
        >
          <div className="-mx-3">{rows}</div>
        </Collapsible>
      </div>
    )
  }
  return (
    <section
      aria-labelledby={`grupo-${id}`}
      className={
        id === 'contenidos' ? 'grid gap-2 lg:col-start-2 lg:row-span-3 lg:row-start-1' : 'grid gap-2'
      }
    >
      <h2 ref={heading} tabIndex={-1} id={`grupo-${id}`} className="text-xl">
        {nombre}
      </h2>
      <Card flush>{rows}</Card>
    </section>
  )
}

/** How many things wait at a page. */
function useWaiting(): (path: string) => number {
  const { data: porRevisar = 0 } = usePendingRevision()
  const { data: others = [] } = useHoy()
  return (path) =>
    path === '/admin/revision'
      ? porRevisar
      : others
          .filter(({ clase }) => LUGARES[clase]?.to === path)
          .reduce((sum, { cuantas }) => sum + cuantas, 0)
}
