import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { Circulo } from '../../components/illustrations/Circulo.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { Bloqueadas } from './Bloqueadas.tsx'
import { DetailLink } from './DetailLink.tsx'
import { EnLlamada } from './EnLlamada.tsx'
import { iconoOf } from './iconos.ts'
import { hasNews, useLeidas } from './leidas.ts'
import { useLlamadas } from './llamadas.ts'
import { Moment } from './Moment.tsx'
import { type Sala, useSalas, useUltimos } from './salas.ts'
import * as toasts from './toasts.ts'
import { toneOf } from './toneOf.ts'
import { usePresentesOf } from './useCharla.ts'

/** In how many circles it is heard how many are there: each is a channel of its own. */
const HEARD = 12

/** The circles, as cards that open as a whole: what was last said in each, and how many are there. */
export function Salas() {
  const query = useSalas()
  const inLlamada = useLlamadas()
  const { data: ultimos } = useUltimos()
  const { data: leidas } = useLeidas()
  const { id: userId } = useUser()
  const presentes = usePresentesOf(query.data?.slice(0, HEARD).map(({ id }) => id) ?? [])
  const failure = useFailure(query)
  useSayOnce(query.data === undefined && failure !== null, () => toasts.connectionFailed(failure))

  return (
    <div className="mx-casa grid max-w-6xl gap-5 px-4 pt-4 md:px-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-[1.75rem] md:text-4xl">Círculos de Confianza</h1>
          <p className="text-tinta-suave">
            Elige un círculo y conversa a tu ritmo. Leer en silencio también vale.
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
          <ul className="grid grid-fit-[max(15rem,40%)] gap-4">
            {salas.map((sala) => (
              <SalaCard
                key={sala.id}
                sala={sala}
                dentro={inLlamada(sala.id)}
                known={ultimos !== undefined}
                ultimo={ultimos?.get(sala.id)}
                nuevo={hasNews(leidas?.[sala.id], ultimos?.get(sala.id), userId)}
                aqui={presentes.get(sala.id) ?? 0}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

type SalaCardProps = {
  sala: Sala
  /** How many are in its call, and how many read and write in it. */
  dentro: number
  aqui: number
  /** Whether it is known what was last said. */
  known: boolean
  ultimo: { contenido: string; creado_en: string; profiles: { username: string | null } | null } | undefined
  /** Whether somebody has written since she read it here. */
  nuevo: boolean
}

function SalaCard({ sala, dentro, aqui, known, ultimo, nuevo }: SalaCardProps) {
  const Icon = iconoOf(sala.icono)
  return (
    <Card
      as="li"
      className="@container relative grid grid-rows-[1fr_auto] gap-3 pb-2! transition-colors duration-150 hover:border-linea-fuerte has-[a[data-abre]:focus-visible]:outline-3 has-[a[data-abre]:focus-visible]:outline-foco"
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] @max-[12rem]:grid-cols-1 content-start items-start gap-x-4 gap-y-1">
        <span
          className={`row-span-3 grid @max-[12rem]:hidden size-13 place-items-center rounded-full ${toneOf(sala)}`}
        >
          <Icon aria-hidden="true" className="size-6" />
        </span>
        <h2 className="min-w-0 text-xl" id={`sala-${sala.id}`}>
          {sala.nombre}
        </h2>
        <p className="min-w-0 text-[0.9375rem] text-tinta-suave">{sala.descripcion}</p>
        {/* Its place is kept: what was said comes later than the card. */}
        <p
          data-corto
          className="mt-1 line-clamp-2 min-h-[2.6em] text-[0.9375rem] text-tinta-suave leading-[1.3]"
        >
          {ultimo && (
            <>
              <bdi translate="no" className="font-semibold text-tinta">
                {ultimo.profiles?.username ?? 'Anónimo'}:
              </bdi>{' '}
              <bdi>{ultimo.contenido}</bdi>
            </>
          )}
          {known && !ultimo && 'Todavía nadie ha escrito aquí.'}
        </p>
      </div>
      <EnLlamada salaId={sala.id} dentro={dentro} className="relative z-1 rounded-control" />
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-linea border-t pt-2 text-sm text-tinta-suave">
        <DetailLink
          to={`/comunidad/sala/${sala.id}`}
          aria-describedby={`sala-${sala.id}`}
          data-abre
          className="flex min-h-11 items-center font-semibold text-[0.9375rem] text-jacaranda-texto outline-none after:absolute after:inset-0 after:rounded-card"
        >
          Unirme a la sala
        </DetailLink>
        <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
          {nuevo && (
            <span className="flex items-center gap-1.5 font-semibold text-bugambilia-texto">
              <span aria-hidden="true" className="size-2 rounded-full bg-bugambilia" />
              Mensajes nuevos
            </span>
          )}
          {aqui > 0 ? (
            <span className="flex items-center gap-1.5 font-semibold text-salvia-texto">
              <span aria-hidden="true" className="size-2 rounded-full bg-salvia" />
              {aqui === 1 ? '1 aquí ahora' : `${aqui} aquí ahora`}
            </span>
          ) : (
            ultimo && <Moment moment={new Date(ultimo.creado_en)} />
          )}
        </span>
      </div>
    </Card>
  )
}
