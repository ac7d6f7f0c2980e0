import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Circulo } from '../../ui/illustrations/Circulo.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Bloqueadas } from './Bloqueadas.tsx'
import { EnLlamada } from './EnLlamada.tsx'
import { iconoOf } from './iconos.ts'
import { useLlamadas } from './llamadas.ts'
import { type Sala, useSalas } from './salas.ts'
import * as toasts from './toasts.ts'

/** The circles, as cards. */
export function Salas() {
  const query = useSalas()
  const inLlamada = useLlamadas()
  const failed = query.data === undefined && query.error !== null
  const told = useRef(false)
  useEffect(() => {
    if (failed && !told.current) toasts.connectionFailed(query.error)
    told.current = failed
  }, [failed, query.error])

  return (
    <div className="mx-auto grid max-w-5xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-[1.75rem] md:text-4xl">Círculos de Confianza</h1>
          <p className="text-tinta-suave">
            Elige una sala y conversa a tu ritmo. Leer en silencio también vale.
          </p>
        </div>
        <Bloqueadas />
      </header>
      <QueryView
        query={query}
        errorMessage={toasts.SALAS_NO_CARGADAS}
        loading={
          <div className="grid min-h-60 place-items-center text-3xl text-jacaranda-texto">
            <Spinner label="Cargando las salas…" />
          </div>
        }
        empty={
          <EmptyState message="Todavía no hay salas abiertas." illustration={<Circulo className="h-24" />} />
        }
      >
        {(salas) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {salas.map((sala) => (
              <SalaCard key={sala.id} sala={sala} dentro={inLlamada(sala.id)} />
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

const TONES = [
  'bg-jacaranda-suave text-jacaranda-texto',
  'bg-bugambilia-suave text-bugambilia-texto',
  'bg-salvia-suave text-salvia-texto',
  'bg-maiz-suave text-maiz-texto',
]

/** A colour derived from the circle, so that it does not depend on the order of the list. */
function toneOf(sala: Sala): string | undefined {
  let sum = 0
  for (const letter of sala.icono ?? sala.id) sum += letter.charCodeAt(0)
  return TONES[sum % TONES.length]
}

function SalaCard({ sala, dentro }: { sala: Sala; dentro: number }) {
  const Icon = iconoOf(sala.icono)
  return (
    <Card as="li" className="grid content-between gap-4">
      <div className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-1">
        <span className={`row-span-2 grid size-13 place-items-center rounded-full ${toneOf(sala)}`}>
          <Icon aria-hidden="true" className="size-6" />
        </span>
        <h2 className="min-w-0 text-xl" id={`sala-${sala.id}`}>
          {sala.nombre}
        </h2>
        <p className="min-w-0 text-[0.9375rem] text-tinta-suave">{sala.descripcion}</p>
      </div>
      <EnLlamada salaId={sala.id} dentro={dentro} className="rounded-control" />
      <Link
        to={`/comunidad/sala/${sala.id}`}
        aria-describedby={`sala-${sala.id}`}
        className={buttonClass({ look: 'secondary', wide: true })}
      >
        Unirme a la sala
      </Link>
    </Card>
  )
}
