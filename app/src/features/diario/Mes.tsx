import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { addMonths, type Mes as MesOf, mesAndYear, mesOf, monthRange } from '../../lib/time/fechas.ts'
import { Archivos } from './Archivos.tsx'
import { useArchivos, usePorEnviar } from './archivos.ts'
import { useDiaryDrafts, useEntradas } from './entradas.ts'
import { lackingWords } from './lackingWords.ts'
import { leerOf } from './leer.ts'
import { Texto } from './Texto.tsx'
import { titulo } from './texto.ts'

/** A month to read, from its first day on. Printed, it is all that there is on the paper. */
export function Mes({ mes, hoy }: { mes: MesOf; hoy: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isFetching, refetch } = useEntradas(mes)
  const archivos = useArchivos(mes)
  const porEnviar = usePorEnviar()
  const { registros } = useDiaryDrafts()
  const { first, last } = monthRange(mes.year, mes.month)
  const name = mesAndYear(mes.year, mes.month)
  const next = leerOf(mesOf(addMonths(first, 1)))

  useEffect(() => {
    heading.current?.focus()
    scrollTo(0, 0)
  }, [])

  const written = new Map(data?.map((entrada) => [entrada.fecha, entrada]))
  // What she saved and only this device has so far.
  for (const [fecha, { contenido, state }] of registros) {
    if (state === 'ready' && fecha >= first && fecha <= last)
      written.set(fecha, { ...written.get(fecha)!, fecha, contenido, ilegible: null })
  }
  const dias = [...written.values()].sort((one, other) => (one.fecha < other.fecha ? -1 : 1))

  return (
    <div className="mx-casa grid max-w-3xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <Link
        to="."
        className={buttonClass({ look: 'quiet', className: '-ml-3 justify-self-start print:hidden' })}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
        Volver al diario
      </Link>
      <h1 ref={heading} tabIndex={-1} className="text-[1.75rem] first-letter:uppercase md:text-4xl">
        {name}
      </h1>
      {error && data && (
        <p role="status" className="text-tinta-suave print:hidden">
          {lackingWords(error, true)}
        </p>
      )}
      {error && !data && (
        <ErrorState
          message="No se pudieron cargar las entradas."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton className="h-56" />}
      {data && dias.length === 0 && <p>Sin entradas en este mes.</p>}
      {dias.map(({ fecha, contenido, ilegible }) => (
        <Card as="article" key={fecha} aria-labelledby={`dia-${fecha}`} className="grid gap-3">
          <h2 id={`dia-${fecha}`} className="text-xl">
            {titulo(fecha)}
          </h2>
          {ilegible ? <p>Cerrado.</p> : <Texto contenido={contenido} />}
          <div className="empty:hidden print:hidden">
            <Archivos
              quiet
              archivos={archivos.filter((archivo) => archivo.fecha === fecha)}
              porEnviar={porEnviar.filter((one) => one.fecha === fecha)}
            />
          </div>
        </Card>
      ))}
      <nav aria-label="Otros meses" className="flex flex-wrap justify-between gap-2 print:hidden">
        <Link
          to={`?leer=${leerOf(mesOf(addMonths(first, -1)))}`}
          className={buttonClass({ look: 'secondary' })}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
          Mes anterior
        </Link>
        {next <= hoy.slice(0, 7) && (
          <Link to={`?leer=${next}`} className={buttonClass({ look: 'secondary' })}>
            Mes siguiente
            <ChevronRight aria-hidden="true" className="size-5" />
          </Link>
        )}
      </nav>
    </div>
  )
}
