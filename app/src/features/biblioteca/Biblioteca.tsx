import { type ReactNode, useEffect, useState } from 'react'
import { LibroCard } from '../../components/content/LibroCard.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Booklets } from '../../components/help/Booklets.tsx'
import { Libro as Dibujo } from '../../components/illustrations/Libro.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { EnDispositivo } from './EnDispositivo.tsx'
import { type Lectura, ownRuta, readLecturas, removeLectura } from './lecturas.ts'
import { type Libro, useLibros, useSemana } from './libros.ts'
import { useDescarga } from './useDescarga.ts'

/** This week's books, and those that are on this device already, which open without a connection. */
export function Biblioteca() {
  const { id: userId } = useUser()
  const [lecturas, setLecturas] = useState<Lectura[]>([])
  const { descarga, download } = useDescarga(setLecturas)

  useEffect(() => {
    void readLecturas(userId).then(setLecturas)
  }, [userId])

  const storedOf = ({ id, url_pdf }: Libro) => {
    const ruta = url_pdf && ownRuta(url_pdf)
    if (!ruta) return false
    if (lecturas.some(({ url }) => url === ruta)) return true
    return lecturas.some((lectura) => lectura.id === id) ? 'old' : false
  }

  return (
    <div className="mx-casa grid max-w-6xl gap-8 px-4 pt-5 pb-6 md:px-8 md:pt-10">
      <header className="flex items-end justify-between gap-4">
        <div className="grid gap-1">
          <PageTitle>Biblioteca</PageTitle>
          <p className="text-tinta-suave">Lecturas nuevas cada semana, para ti.</p>
        </div>
        <Dibujo className="w-20 shrink-0 md:w-24" />
      </header>
      {/* What is always here stands beside the week where there is room for its letters: however many books that has, nothing moves. Where it
          stands below, it is drawn once it is known how many those are. */}
      <div className="flex flex-wrap items-start gap-8 max-xl:in-turn">
        <section aria-labelledby="esta-semana" className="grid min-w-0 grow-999 basis-md gap-3">
          <h2 id="esta-semana" className="text-xl">
            Esta semana
          </h2>
          <Semana>
            {(libro) => (
              <LibroCard
                key={libro.id}
                libro={libro}
                kept={storedOf(libro)}
                descarga={descarga?.libroId === libro.id ? descarga : null}
                onDownload={download}
              />
            )}
          </Semana>
        </section>
        <div className="grid min-w-0 grow basis-[22rem] gap-8">
          <Booklets open />
          <EnDispositivo
            lecturas={lecturas}
            onRemove={(url) => void removeLectura(userId, url).then(setLecturas)}
          />
        </div>
      </div>
    </div>
  )
}

const SHELF = 'grid grid-fit-[max(15.5rem,40%)] gap-3'

/** As long as a week of books: what stands below stays where it is. */
const WEEK = (
  <div role="status" className={SHELF}>
    <span className="sr-only">Cargando…</span>
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} className="h-38 rounded-card" />
    ))}
  </div>
)

const NO_SEMANA = 'No se pudo obtener la semana actual.'
const NO_LIBROS = 'No se pudieron cargar los libros.'

function Semana({ children }: { children: (libro: Libro) => ReactNode }) {
  const semana = useSemana()
  const libros = useLibros(semana.data)
  useSayFailure(semana.isLoadingError, NO_SEMANA)
  useSayFailure(libros.isLoadingError, NO_LIBROS)
  return (
    <QueryView query={semana} loading={WEEK} errorMessage={NO_SEMANA} empty={null}>
      {() => (
        <QueryView
          loading={WEEK}
          query={libros}
          errorMessage={NO_LIBROS}
          empty={
            <EmptyState
              message="No hay libros disponibles para esta semana. ¡Vuelve pronto!"
              illustration={<Dibujo className="w-28" />}
            />
          }
        >
          {(list) => <ul className={SHELF}>{list.map(children)}</ul>}
        </QueryView>
      )}
    </QueryView>
  )
}
