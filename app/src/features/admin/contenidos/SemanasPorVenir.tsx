import { Plus, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../components/button/Button.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { brand } from '../../../lib/installation/brand.ts'
import { longFechaWithDia, shortHora } from '../../../lib/time/fechas.ts'
import type { Obra } from '../legal/politicas.ts'
import type { EncuentroAdmin } from '../novedades/encuentros.ts'
import { type Estado, estadoOfEncuentro, type Llena, type Semana } from './calendario.ts'
import type { EpisodioAdmin } from './episodios.ts'
import type { LibroAdmin } from './libros.ts'
import { diasFrom, weeksIn } from './semanas.ts'

/** A week ahead, with all that members will find in it. */
export type SemanaLlena = Llena<LibroAdmin, EpisodioAdmin> & { encuentros: EncuentroAdmin[]; textos: Obra[] }

export const nombreOf = ({ semana, lunes }: Semana) =>
  `Semana ${semana} · ${diasFrom(new Date(`${lunes}T00:00:00Z`), brand.locale)}`

/** What her form is about: a row, or a new one of a week. */
export type Abierto =
  | { clase: 'libro'; edicion: LibroAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'episodio'; edicion: EpisodioAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'evento'; edicion: EncuentroAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'vista'; semana: SemanaLlena }

/** The weeks, one below the other: what each has, what it lacks, and the way to what fills a gap. */
export function Semanas({ semanas, onOpen }: { semanas: SemanaLlena[]; onOpen: (what: Abierto) => void }) {
  return (
    <>
      <Huecos semanas={semanas} />
      <ol className="grid grid-fit-[26rem] gap-3">
        {semanas.map((semana, index) => (
          <Card as="li" key={semana.lunes} className="grid content-start gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h2 className="flex flex-wrap items-center gap-2 font-sans font-semibold text-base">
                {nombreOf(semana)}
                {index === 0 && <Badge>Esta semana</Badge>}
              </h2>
              <Button
                look="quiet"
                className="-mx-3 px-3 text-sm"
                icon={<Smartphone aria-hidden="true" className="size-4.5" />}
                aria-label={`Ver como en su teléfono la semana ${semana.semana}`}
                onClick={() => onOpen({ clase: 'vista', semana })}
              >
                Ver como en su teléfono
              </Button>
            </div>
            <Parte
              title="Libros"
              missing={semana.faltan.libro ? 'Falta libro' : null}
              add={`Agregar libro a la semana ${semana.semana}`}
              onAdd={() => onOpen({ clase: 'libro', edicion: 'nuevo', semana })}
            >
              {semana.libros.map(({ libro, estado }) => (
                <Cosa
                  key={libro.id}
                  name={libro.titulo}
                  estado={estado}
                  cuando={libro.publica_en}
                  ahead={index > 0}
                  onOpen={() => onOpen({ clase: 'libro', edicion: libro, semana })}
                />
              ))}
            </Parte>
            <Parte
              title="Episodios"
              missing={semana.faltan.episodio ? 'Falta episodio' : null}
              add={`Agregar episodio a la semana ${semana.semana}`}
              onAdd={() => onOpen({ clase: 'episodio', edicion: 'nuevo', semana })}
            >
              {semana.episodios.map(({ episodio, estado }) => (
                <Cosa
                  key={episodio.id}
                  name={episodio.titulo?.trim() || 'Episodio sin título'}
                  estado={estado}
                  cuando={episodio.fecha_creacion}
                  onOpen={() => onOpen({ clase: 'episodio', edicion: episodio, semana })}
                />
              ))}
            </Parte>
            <Parte
              title="Eventos y talleres"
              missing={null}
              add={`Agregar evento a la semana ${semana.semana}`}
              onAdd={() => onOpen({ clase: 'evento', edicion: 'nuevo', semana })}
            >
              {semana.encuentros.map((encuentro) => (
                <Cosa
                  key={encuentro.id}
                  name={encuentro.titulo}
                  estado={estadoOfEncuentro(encuentro, new Date())}
                  cuando={encuentro.empieza}
                  dated
                  onOpen={() => onOpen({ clase: 'evento', edicion: encuentro, semana })}
                />
              ))}
            </Parte>
            {semana.textos.length > 0 && (
              <div className="grid gap-1">
                <h3 className="font-sans font-medium text-sm text-tinta-suave">Textos legales</h3>
                <ul className="grid">
                  {semana.textos.map(({ id, at, escrito }) => (
                    <li key={id}>
                      <Link
                        to="/admin/legal"
                        className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control px-2 py-1.5 hover:bg-jacaranda-suave"
                      >
                        <span className="min-w-0 font-semibold wrap-anywhere">
                          {escrito.titulo}, versión {escrito.version}
                        </span>
                        <span className="flex flex-wrap items-center gap-x-2 text-sm text-tinta-suave">
                          <span>
                            {escrito.menor ? 'Cambio menor' : 'Se pregunta a cada una'},{' '}
                            {longFechaWithDia(new Date(at))}, {shortHora(new Date(at))}
                          </span>
                          <Badge tone="jacaranda">Programado</Badge>
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </Card>
        ))}
      </ol>
    </>
  )
}

/** In one line, in how many weeks something is missing. */
function Huecos({ semanas }: { semanas: SemanaLlena[] }) {
  const without = (what: 'libro' | 'episodio') =>
    semanas.filter(({ faltan }) => faltan[what]).map(({ semana }) => semana)
  const [libros, episodios] = [without('libro'), without('episodio')]
  if (libros.length + episodios.length === 0)
    return (
      <p className="rounded-card bg-salvia-suave p-3.5 text-salvia-texto">
        No falta nada en las próximas {semanas.length} semanas.
      </p>
    )
  return (
    <div className="grid gap-1 rounded-card bg-maiz-suave p-3.5 text-maiz-texto">
      {libros.length > 0 && <p>Sin libro: {weeksIn(libros)}.</p>}
      {episodios.length > 0 && <p>Sin episodio: {weeksIn(episodios)}.</p>}
    </div>
  )
}

type ParteProps = {
  title: string
  missing: string | null
  add: string
  onAdd: () => void
  children: ReactNode[]
}

/** The books or the episodes of a week. */
function Parte({ title, missing, add, onAdd, children }: ParteProps) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="flex items-center gap-2 font-sans font-medium text-sm text-tinta-suave">
          {title}
          {missing && <Badge tone="maiz">{missing}</Badge>}
        </h3>
        <Button
          look="quiet"
          className="-mx-3 px-3 text-sm"
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          aria-label={add}
          onClick={onAdd}
        >
          Agregar
        </Button>
      </div>
      {children.length > 0 && <ul className="grid">{children}</ul>}
    </div>
  )
}

const ESTADOS: Readonly<
  Record<
    Estado | ReturnType<typeof estadoOfEncuentro>,
    { label: string; tone: 'salvia' | 'jacaranda' | 'maiz' }
  >
> = {
  publicado: { label: 'Publicado', tone: 'salvia' },
  programado: { label: 'Programado', tone: 'jacaranda' },
  oculto: { label: 'Oculto', tone: 'maiz' },
  'sin archivo': { label: 'Sin archivo', tone: 'maiz' },
  después: { label: 'Para después', tone: 'maiz' },
  borrador: { label: 'Borrador', tone: 'maiz' },
  cancelado: { label: 'Cancelado', tone: 'maiz' },
  terminado: { label: 'Terminado', tone: 'jacaranda' },
}

type CosaProps = {
  name: string
  estado: keyof typeof ESTADOS
  cuando: string | null
  /** Its day is told however it stands. */
  dated?: boolean
  /** Its week has not begun: members find it there only then. */
  ahead?: boolean
  onOpen: () => void
}

/** One thing of a week: its name leads to its form. */
function Cosa({ name, estado, cuando, dated = false, ahead = false, onOpen }: CosaProps) {
  const { label, tone } = ESTADOS[estado]
  const date = cuando === null ? null : new Date(cuando)
  return (
    <li>
      <button
        type="button"
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control px-2 py-1.5 text-left hover:bg-jacaranda-suave"
        onClick={onOpen}
      >
        <span className="min-w-0 font-semibold wrap-anywhere">
          <span className="sr-only">Editar </span>
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-tinta-suave">
          {date && (dated || estado === 'programado' || estado === 'después') && (
            <span>
              {longFechaWithDia(date)}, {shortHora(date)}
            </span>
          )}
          <Badge tone={tone}>{ahead && estado === 'publicado' ? 'Listo' : label}</Badge>
        </span>
      </button>
    </li>
  )
}
