import { BellRing } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DayMark, weekOf } from '../../components/calendar/calendario.ts'
import { WeekCalendar } from '../../components/calendar/WeekCalendar.tsx'
import { cx } from '../../components/cx.ts'
import { glide } from '../../components/dialog/glide.ts'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { Card } from '../../components/layout/Card.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { animoOfDay, type Dicho } from '../../lib/cofre/animos.ts'
import { useCofre, useLlavero } from '../../lib/cofre/cofre.ts'
import { useNotas } from '../../lib/cofre/hojas.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Fecha, isFecha, longFecha, mesOf } from '../../lib/time/fechas.ts'
import { useNextDay, useToday } from '../../lib/time/today.ts'
import { Anteriores } from './Anteriores.tsx'
import { Compartido } from './Compartido.tsx'
import { Dia } from './Dia.tsx'
import { EnEsteDia } from './EnEsteDia.tsx'
import { diaryDrafts, useDiaryDrafts, useEntradas } from './entradas.ts'
import { leerOf, parseLeer } from './leer.ts'
import { PorCerrar } from './PorCerrar.tsx'
import { QuienLoLee } from './QuienLoLee.tsx'
import { SearchEntradas } from './SearchEntradas.tsx'
import { TakeDiario } from './TakeDiario.tsx'
import { Traer } from './Traer.tsx'
import * as toasts from './toasts.ts'

const FIRST_YEAR = 2020

const Mes = later(async () => (await import('./Mes.tsx')).Mes)

/** Her diary, or a month of it to read. */
export function Diario() {
  const [params] = useSearchParams()
  const hoy = useToday()
  const leer = parseLeer(params.get('leer'))
  return leer ? <Mes key={leerOf(leer)} mes={leer} hoy={hoy} /> : <Semana />
}

/** Writing first: the chosen day stands below its week; other days are a tap away, as a month and as a list. */
function Semana() {
  const { id } = useUser()
  const hoy = useToday()
  // The range of years includes her entries, so that a clock that is wrong by years does not lock her out of the diary.
  const lastYear = Math.max(mesOf(hoy).year, FIRST_YEAR)
  const [fecha, setFecha] = useState<Fecha>(() => askedDia(hoy) ?? `${lastYear}${hoy.slice(4)}`)
  const [mes, setMes] = useState(() => mesOf(fecha))
  const query = useEntradas(mes)
  // A week may lie in two months.
  const semana = weekOf(fecha)
  const begun = useEntradas(mesOf(semana[0]!))
  const ended = useEntradas(mesOf(semana[6]!))
  const { listo, registros } = useDiaryDrafts()
  const cofre = useCofre()
  const llavero = useLlavero()
  const animos = [...(useNotas<Dicho>('animo').notas?.values() ?? [])].flat()
  const panel = useRef<HTMLElement>(null)
  const enMano = registros.get(fecha)?.state
  useNextDay(hoy, fecha, enMano === 'draft' || enMano === 'held', (day) => {
    setFecha(day)
    setMes(mesOf(day))
  })

  useEffect(() => void diaryDrafts.open(id), [id])

  const { data, error } = query
  const failure = useFailure(query)
  useSayOnce(failure !== null && !data, toasts.loadFailed)

  // Only the first time: later the day may change under what she has in her hand.
  const [known, setKnown] = useState(false)
  if (!known && listo && (data || error)) setKnown(true)

  const escritas = new Set(
    [data, begun.data, ended.data].flatMap((entradas) => entradas?.map((entrada) => entrada.fecha) ?? []),
  )
  const markOf = (day: Fecha): DayMark | undefined => {
    if (registros.has(day)) return { look: 'subrayado', words: 'con borrador' }
    if (escritas.has(day)) return { look: 'lleno', words: 'con entrada' }
  }

  const choose = (day: Fecha) => {
    setFecha(day)
    setMes(mesOf(day))
    panel.current?.scrollIntoView({ block: 'nearest' })
  }
  const openFrom = (day: Fecha, row: Element) =>
    glide(
      () => choose(day),
      row,
      () => panel.current,
    )
  const otras = [...registros.keys()].filter((day) => day !== fecha).sort()

  return (
    <div className="mx-casa grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10 lg:max-w-6xl">
      <h1 className="text-[1.75rem] md:text-4xl">Diario Personal</h1>
      <Compartido hoy={hoy} onAdded={choose} />
      {otras.length > 0 && <UnsavedEntradas dias={otras} onChoose={choose} />}
      <div
        className={cx(
          !known && 'in-turn',
          'grid items-start gap-5 lg:grid-cols-[368px_minmax(0,1fr)] lg:gap-8',
        )}
      >
        <Card className="max-md:px-2 max-md:py-1">
          <WeekCalendar
            label="Días del diario"
            mes={mes}
            onMesChange={setMes}
            selected={fecha}
            onSelect={choose}
            today={hoy}
            min={`${FIRST_YEAR}-01-01`}
            max={`${lastYear}-12-31`}
            markOf={markOf}
            busy={query.isFetching}
          />
        </Card>
        <section
          ref={panel}
          aria-label="El día elegido"
          className={cx(!known && 'in-turn', 'scroll-mt-20 lg:row-span-2')}
        >
          <Dia
            key={fecha}
            fecha={fecha}
            animo={animoOfDay(animos.filter(({ value }) => value.fecha === fecha))}
          />
          <QuienLoLee estado={cofre} />
        </section>
        <div className="grid gap-5">
          <Anteriores
            mes={mes}
            entradas={data}
            failure={failure}
            open={fecha}
            first={`${FIRST_YEAR}-01-01`}
            onChoose={openFrom}
            onMesChange={setMes}
          />
          {cofre === 'abierto' && <PorCerrar />}
          {(cofre !== 'cerrado' || llavero) && (
            <>
              <EnEsteDia hoy={hoy} onChoose={choose} />
              <SearchEntradas onChoose={choose} />
              <TakeDiario />
            </>
          )}
          {cofre !== 'cerrado' && <Traer />}
          <Card className="p-2">
            <LinkRow
              to="/agenda#cada-dia"
              icon={BellRing}
              label="Un aviso a tu hora"
              description="En tu agenda, con la hora que elijas. Solo dirá «Tienes un recordatorio»."
            />
          </Card>
        </div>
      </div>
    </div>
  )
}

/** The day that an address asks for: `#2026-11-12`. */
function askedDia(hoy: Fecha): Fecha | null {
  const dia = location.hash.slice(1)
  return isFecha(dia) && dia >= `${FIRST_YEAR}-01-01` && dia <= hoy ? dia : null
}

/** Days on which she has written something that only this device has. */
function UnsavedEntradas({ dias, onChoose }: { dias: Fecha[]; onChoose: (fecha: Fecha) => void }) {
  return (
    <div className="grid gap-1 rounded-card bg-maiz-suave px-4 py-2 text-maiz-texto">
      <p className="pt-1 font-semibold">Tienes texto sin guardar en este dispositivo:</p>
      <ul className="flex flex-wrap gap-x-4">
        {dias.map((dia) => (
          <li key={dia}>
            <button
              type="button"
              className="min-h-11 underline underline-offset-4"
              onClick={() => onChoose(dia)}
            >
              {longFecha(dia)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
