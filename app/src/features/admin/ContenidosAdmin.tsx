import { useQuery } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ask } from '../../data/ask.ts'
import { brand } from '../../lib/installation/brand.ts'
import { Link } from '../../lib/router.tsx'
import { longFechaWithDia, shortHora } from '../../lib/time/fechas.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { AdminPage } from './AdminPage.tsx'
import {
  type Estado,
  estadoOfEncuentro,
  fillSemanas,
  inSemana,
  type Llena,
  type Semana,
} from './calendario.ts'
import { EncuentroDialog } from './EncuentroDialog.tsx'
import { EpisodioDialog } from './EpisodioDialog.tsx'
import { type EncuentroAdmin, useEncuentrosAdmin } from './encuentros.ts'
import { type EpisodioAdmin, useEpisodiosAdmin } from './episodios.ts'
import { LibroDialog } from './LibroDialog.tsx'
import { type LibroAdmin, useLibrosAdmin } from './libros.ts'
import { type Obra, useObras } from './politicas.ts'
import { diasFrom, weeksIn } from './semanas.ts'
import { VistaSemana } from './Vistas.tsx'

type SemanaLlena = Llena<LibroAdmin, EpisodioAdmin> & { encuentros: EncuentroAdmin[]; textos: Obra[] }

/** How many weeks it looks ahead: a season. */
const CUANTAS = 12

function useProximas() {
  return useQuery({
    queryKey: ['semanas_por_venir', CUANTAS],
    queryFn: ({ signal }): Promise<Semana[]> =>
      ask((db) => db.rpc('semanas_por_venir', { cuantas: CUANTAS }), { signal }),
  })
}

const nombreOf = ({ semana, lunes }: Semana) =>
  `Semana ${semana} · ${diasFrom(new Date(`${lunes}T00:00:00Z`), brand.locale)}`

/** What her form is about: a row, or a new one of a week. */
type Abierto =
  | { clase: 'libro'; edicion: LibroAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'episodio'; edicion: EpisodioAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'evento'; edicion: EncuentroAdmin | 'nuevo'; semana: SemanaLlena }
  | { clase: 'vista'; semana: SemanaLlena }

/** The weeks ahead with what each has and lacks, and the way to what fills a gap. */
export function ContenidosAdmin() {
  const semanas = useProximas()
  const libros = useLibrosAdmin()
  const episodios = useEpisodiosAdmin()
  const encuentros = useEncuentrosAdmin()
  const obras = useObras()
  const [abierto, open] = useState<Abierto | null>(null)
  const close = () => open(null)

  return (
    <AdminPage
      title="Contenidos"
      text="Las próximas semanas: lo que ya está, lo que espera su día, lo que falta y lo que se celebra."
    >
      <QueryView query={semanas} errorMessage="No se pudieron cargar las semanas." empty={null}>
        {(weeks) => (
          <QueryView
            query={libros}
            errorMessage="No se pudieron cargar los libros."
            isEmpty={() => false}
            empty={null}
          >
            {(books) => (
              <QueryView
                query={episodios}
                errorMessage="No se pudieron obtener los episodios. Inténtalo de nuevo más tarde."
                isEmpty={() => false}
                empty={null}
              >
                {(sounds) => (
                  <QueryView
                    query={encuentros}
                    errorMessage="No se pudieron cargar los eventos."
                    isEmpty={() => false}
                    empty={null}
                  >
                    {(events) => (
                      <QueryView
                        query={obras}
                        errorMessage="No se pudo cargar lo que espera su día."
                        isEmpty={() => false}
                        empty={null}
                      >
                        {(texts) => (
                          <Semanas
                            semanas={fillSemanas(weeks, books, sounds, new Date()).map((week) => ({
                              ...week,
                              encuentros: inSemana(
                                week,
                                events.map(({ row }) => row),
                                ({ empieza }) => empieza,
                              ),
                              textos: inSemana(
                                week,
                                texts.filter(({ clase }) => clase === 'programada'),
                                ({ at }) => at,
                              ),
                            }))}
                            onOpen={open}
                          />
                        )}
                      </QueryView>
                    )}
                  </QueryView>
                )}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
      <LibroDialog
        edicion={abierto?.clase === 'libro' ? abierto.edicion : null}
        semana={abierto?.semana.semana ?? 1}
        onClose={close}
      />
      <EpisodioDialog
        edicion={abierto?.clase === 'episodio' ? abierto.edicion : null}
        cuando={abierto ? beginOf(abierto.semana) : undefined}
        onClose={close}
      />
      <EncuentroDialog
        edicion={abierto?.clase === 'evento' ? abierto.edicion : null}
        cuando={abierto ? beginOf(abierto.semana) : undefined}
        onClose={close}
      />
      <Dialog
        open={abierto?.clase === 'vista'}
        onClose={close}
        title="Como en su teléfono"
        description={abierto ? nombreOf(abierto.semana) : undefined}
      >
        {abierto?.clase === 'vista' && (
          <VistaSemana nombre={nombreOf(abierto.semana)} {...seenIn(abierto.semana)} />
        )}
      </Dialog>
    </AdminPage>
  )
}

/** When a new episode of a week would be heard, or an event held: on its Monday in the morning, or now where that has passed. */
function beginOf({ desde }: Semana): Date {
  const now = new Date()
  const morning = new Date(new Date(desde).getTime() + 8 * 3_600_000)
  return morning > now ? morning : now
}

/** What members will find in a week once it is there. */
function seenIn({ libros, episodios }: SemanaLlena) {
  const seen = ({ estado }: { estado: Estado }) => estado !== 'oculto' && estado !== 'después'
  return {
    libros: libros.filter(seen).map(({ libro }) => libro),
    episodios: episodios.filter(seen).map(({ episodio }) => episodio),
  }
}

function Semanas({ semanas, onOpen }: { semanas: SemanaLlena[]; onOpen: (what: Abierto) => void }) {
  return (
    <>
      <Huecos semanas={semanas} />
      <ol className="grid gap-3">
        {semanas.map((semana, index) => (
          <Card as="li" key={semana.lunes} className="grid gap-3">
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
