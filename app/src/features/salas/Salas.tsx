import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { ListSkeleton } from '../../components/feedback/Skeleton.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { Circulo } from '../../components/illustrations/Circulo.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { Bloqueadas } from './Bloqueadas.tsx'
import { DetailLink } from './DetailLink.tsx'
import { EnLlamada } from './EnLlamada.tsx'
import { iconoOf } from './iconos.ts'
import { describeUnread, hasNews, useLeidas, useUnread } from './leidas.ts'
import { useLlamadas } from './llamadas.ts'
import { Moment } from './Moment.tsx'
import { type Sala, splitByActivity, type Ultimo, useSalas, useUltimos } from './salas.ts'
import * as toasts from './toasts.ts'
import { toneOf } from './toneOf.ts'
import { usePresentesOf } from './useChat.ts'

/** In how many circles it is heard how many are there: each is a channel of its own. */
const HEARD = 12

/** The circles as compact rows that open as a whole, active ones first; the quiet ones are folded. */
export function Salas() {
  const query = useSalas()
  const inLlamada = useLlamadas()
  const { data: ultimos, isFetched: settled } = useUltimos()
  const { data: sinLeer } = useUnread()
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
        {(salas) => {
          if (!settled) return <ListSkeleton rows={5} />
          const { activas, quietas } = splitByActivity(salas, {
            ultimos,
            now: Date.now(),
            inLlamada: (id) => inLlamada(id) > 0,
          })
          const card = (sala: Sala) => (
            <SalaCard
              key={sala.id}
              sala={sala}
              dentro={inLlamada(sala.id)}
              ultimo={ultimos?.get(sala.id)}
              sinLeer={sinLeer?.get(sala.id) ?? 0}
              nuevo={hasNews(leidas?.[sala.id], ultimos?.get(sala.id), userId)}
              aqui={presentes.get(sala.id) ?? 0}
            />
          )
          return (
            <>
              <ul className={GRID}>{activas.map(card)}</ul>
              {quietas.length > 0 && (
                <Collapsible
                  level="h2"
                  title={`Más círculos (${quietas.length})`}
                  defaultOpen={activas.length < FEW}
                >
                  <ul className={GRID}>{quietas.map(card)}</ul>
                </Collapsible>
              )}
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

/** So few active ones leave room for the others. */
const FEW = 4

const GRID = 'grid grid-fit-[max(15rem,40%)] gap-3'

type SalaCardProps = {
  sala: Sala
  /** How many are in its call, and how many read and write in it. */
  dentro: number
  aqui: number
  ultimo: Ultimo | undefined
  /** How many messages of others came since she read it here; and whether the last one is among them. */
  sinLeer: number
  nuevo: boolean
}

function SalaCard({ sala, dentro, aqui, ultimo, sinLeer, nuevo }: SalaCardProps) {
  const Icon = iconoOf(sala.icono)
  return (
    <Card
      as="li"
      className="@container relative grid gap-2 px-3! py-2! transition-colors duration-150 hover:border-linea-fuerte has-[a[data-abre]:focus-visible]:outline-3 has-[a[data-abre]:focus-visible]:outline-foco"
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] @max-[12rem]:grid-cols-1 items-start gap-x-3">
        <span
          className={`mt-0.5 grid @max-[12rem]:hidden size-11 place-items-center rounded-full ${toneOf(sala)}`}
        >
          <Icon aria-hidden="true" className="size-5.5" />
        </span>
        <div className="grid min-w-0">
          <h2 className="min-w-0 font-sans font-semibold text-base tracking-normal" id={`sala-${sala.id}`}>
            {sala.nombre}
          </h2>
          <p data-corto className="line-clamp-1 text-sm text-tinta-suave">
            {sala.descripcion}
          </p>
          {ultimo && (
            <p data-corto className="line-clamp-1 text-sm">
              <bdi translate="no" className="font-semibold">
                {ultimo.profiles?.username ?? 'Anónimo'}:
              </bdi>{' '}
              <bdi className="text-tinta-suave">{ultimo.contenido}</bdi>
            </p>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-tinta-suave">
            <DetailLink
              to={`/comunidad/sala/${sala.id}`}
              aria-describedby={`sala-${sala.id}`}
              data-abre
              className="py-1 font-semibold text-jacaranda-texto outline-none after:absolute after:inset-0 after:rounded-card"
            >
              Unirme a la sala
            </DetailLink>
            <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
              {(sinLeer > 0 || nuevo) && (
                <span className="flex items-center gap-1.5 font-semibold text-bugambilia-texto">
                  <span aria-hidden="true" className="size-2 rounded-full bg-bugambilia" />
                  {sinLeer > 0 ? describeUnread(sinLeer) : 'Mensajes nuevos'}
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
        </div>
      </div>
      <EnLlamada salaId={sala.id} dentro={dentro} className="relative z-1 rounded-control" />
    </Card>
  )
}
