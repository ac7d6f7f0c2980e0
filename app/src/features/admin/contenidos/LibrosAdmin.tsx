import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { ListSkeleton } from '../../../components/feedback/Skeleton.tsx'
import { Field } from '../../../components/form/Field.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { Fila } from '../Fila.tsx'
import { moveItem } from '../orden.ts'
import { sayDone, sayFailed } from '../toasts.ts'
import { LibroDialog } from './LibroDialog.tsx'
import {
  type LibroAdmin,
  useDeleteLibro,
  useLibrosAdmin,
  useReorderLibros,
  useSemanaActual,
  useShowLibro,
} from './libros.ts'
import { nombreOfSemana, SEMANAS } from './semanas.ts'

export function LibrosAdmin() {
  const libros = useLibrosAdmin()
  const actual = useSemanaActual()
  const [chosen, setChosen] = useState<number | null>(null)
  const semana = chosen ?? actual.data ?? 1

  return (
    <AdminPage title="Biblioteca" text="Los libros de cada semana: los ves como los verán ellas.">
      <Field
        label="Semana"
        hint={semana === actual.data ? 'Es la semana en curso.' : '\u00a0'}
        className="max-w-md"
      >
        <Select value={semana} onChange={({ target }) => setChosen(Number(target.value))}>
          {SEMANAS.map((week) => (
            <option key={week} value={week}>
              {nombreOfSemana(week)}
            </option>
          ))}
        </Select>
      </Field>
      <QueryView
        query={libros}
        errorMessage="No se pudieron cargar los libros."
        isEmpty={() => false}
        empty={null}
      >
        {(all) =>
          // The books of another week would stand there until it is known which one it is.
          chosen === null && !actual.isFetched ? (
            <ListSkeleton />
          ) : (
            <>
              <Vacias libros={all} />
              <Semana
                key={semana}
                semana={semana}
                libros={all.filter((libro) => libro.semana === semana)}
                onOpen={() => setChosen(semana)}
              />
            </>
          )
        }
      </QueryView>
    </AdminPage>
  )
}

/** Lists the weeks for which there is no book. */
function Vacias({ libros }: { libros: LibroAdmin[] }) {
  const full = new Set(libros.filter(({ disponible }) => disponible).map(({ semana }) => semana))
  const empty = SEMANAS.filter((semana) => !full.has(semana))
  if (empty.length === 0) return null
  return (
    <p className="rounded-card bg-maiz-suave p-3.5 text-maiz-texto">
      {empty.length === 1 ? 'Esta semana no tiene libros: ' : 'Estas semanas no tienen libros: '}
      {empty.join(', ')}.
    </p>
  )
}

/** Until when a book waits; nothing where it does not. */
function whenOf({ publica_en }: LibroAdmin): string | null {
  const date = publica_en === null ? null : new Date(publica_en)
  return date && date > new Date() ? `programado: ${longFecha(date)}, ${shortHora(date)}` : null
}

type SemanaProps = {
  semana: number
  libros: LibroAdmin[]
  /** A dialog opens: from now on it is this week, whatever is heard of the current one. */
  onOpen: () => void
}

function Semana({ semana, libros, onOpen }: SemanaProps) {
  const [edicion, setEdicion] = useState<LibroAdmin | 'nuevo' | null>(null)
  const [deleting, setDeleting] = useState<LibroAdmin | null>(null)
  const open = (what: LibroAdmin | 'nuevo') => {
    onOpen()
    setEdicion(what)
  }
  const showLibro = useShowLibro()
  const reorderLibros = useReorderLibros()
  const deleteLibro = useDeleteLibro()

  const move = (index: number, by: -1 | 1) =>
    reorderLibros.mutate(moveItem(libros, index, by), {
      onError: (failure) => sayFailed('No se pudo ordenar', failure),
    })

  const remove = async (libro: LibroAdmin) => {
    try {
      await deleteLibro.mutateAsync(libro)
      sayDone('Libro borrado')
    } catch (failure) {
      sayFailed('No se pudo borrar', failure)
    }
    setDeleting(null)
  }

  return (
    <>
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => open('nuevo')}
      >
        Agregar libro
      </Button>
      {libros.length === 0 ? (
        <EmptyState message="Esta semana todavía no tiene libros." />
      ) : (
        <Card flush>
          <ul>
            {libros.map((libro, index) => (
              <Fila
                key={libro.id}
                name={libro.titulo}
                detail={[libro.autor, libro.url_pdf ? 'con archivo' : 'sin archivo', whenOf(libro)]
                  .filter(Boolean)
                  .join(' · ')}
                hidden={!libro.disponible}
                busy={reorderLibros.isPending}
                order={{
                  up: index > 0 ? () => move(index, -1) : undefined,
                  down: index < libros.length - 1 ? () => move(index, 1) : undefined,
                }}
                onToggle={() =>
                  showLibro.mutate(
                    { libro, disponible: !libro.disponible },
                    { onError: (failure) => sayFailed('No se pudo cambiar', failure) },
                  )
                }
                onEdit={() => open(libro)}
                onDelete={() => {
                  onOpen()
                  setDeleting(libro)
                }}
              />
            ))}
          </ul>
        </Card>
      )}
      <LibroDialog edicion={edicion} semana={semana} onClose={() => setEdicion(null)} />
      <ConfirmDialog
        open={deleting !== null}
        title="¿Borrar este libro?"
        description={`«${deleting?.titulo}» deja de existir en esta semana, con su archivo y el registro de sus descargas. Para quitarlo por un tiempo, mejor ocúltalo.`}
        action="Borrar"
        busy={deleteLibro.isPending}
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      />
    </>
  )
}
