import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { type Fecha, fromFecha, mesAndYear, toFecha } from '../../../lib/time/fechas.ts'
import { shortFecha } from '../../../lib/time/shortFecha.ts'
import { AdminPage } from '../AdminPage.tsx'
import {
  byPeriod,
  type Cifra,
  type CifraDeAlertas,
  downloadCifras,
  tellSeconds,
  useAlertaCifras,
  useCifras,
} from './cifras.ts'

const WEEKLY = [
  ['miembros activas', 'Activas'],
  ['miembros nuevas', 'Nuevas'],
  ['historias recibidas', 'Historias'],
  ['respuestas a alertas', 'Respuestas a alertas'],
  ['usan: salas', 'Salas'],
  ['usan: diario', 'Diario'],
  ['usan: agenda', 'Agenda'],
  ['usan: biblioteca', 'Biblioteca'],
  ['usan: escribir al equipo', 'Escribir al equipo'],
] as const

const MONTHLY = [
  ['alertas', 'Alertas'],
  ['alcanzadas', 'Llegaron a alguien'],
  ['contestadas', 'Contestadas'],
  ['mediana', 'La mitad llegó antes de'],
] as const

const DAILY = [
  ['eventos', 'Pulsaciones'],
  ['alertas', 'Alertas'],
] as const

/** Numbers of everybody, and of nobody: what is small enough to be somebody, the database does not say. */
export function CifrasAdmin() {
  const cifras = useCifras()
  const alertas = useAlertaCifras()
  return (
    <AdminPage
      title="Cifras"
      text="De todas juntas y de ninguna en particular. «<10» es menos de diez, también cero: así nadie se reconoce. Cada periodo se cuenta una vez, cuando termina."
    >
      <QueryView
        query={cifras}
        errorMessage="No se pudieron cargar las cifras."
        empty="Todavía no hay cifras."
      >
        {(list) => (
          <>
            <p className="text-xl">
              Integrantes: <strong>{list.find(({ que }) => que === 'miembros')?.valor}</strong>
            </p>
            <Weeks list={list} />
            <QueryView
              query={alertas}
              errorMessage="No se pudieron cargar las alertas."
              isEmpty={() => false}
              empty=""
            >
              {(found) => (
                <>
                  <Alertas list={found} />
                  <Button
                    look="secondary"
                    className="justify-self-start"
                    icon={<Download aria-hidden="true" className="size-5" />}
                    onClick={() => downloadCifras(list, found)}
                  >
                    Descargar en CSV
                  </Button>
                </>
              )}
            </QueryView>
          </>
        )}
      </QueryView>
    </AdminPage>
  )
}

function Weeks({ list }: { list: readonly Cifra[] }) {
  const rows = byPeriod(list)
  if (rows.length === 0)
    return <p className="text-tinta-suave">Las primeras cifras salen cuando termine una semana entera.</p>
  return (
    <Tabla
      level="h2"
      title="Por semana"
      first="Semana del"
      columns={WEEKLY.map(([, name]) => name)}
      rows={rows.map(({ desde, valores }) => [
        dayOf(desde),
        ...WEEKLY.map(([que]) => valores.get(que) ?? '—'),
      ])}
    />
  )
}

function Alertas({ list }: { list: readonly CifraDeAlertas[] }) {
  const months = byPeriod(list.filter(({ periodo }) => periodo === 'mes'))
  const days = byPeriod(list.filter(({ periodo }) => periodo === 'dia'))
  const failed = list.filter(({ que }) => que.startsWith('fallidas: '))
  return (
    <>
      <section className="grid gap-3">
        <h2 className="text-2xl">Alertas</h2>
        <p className="text-tinta-suave">
          Cuántas y cómo salieron; nunca de quién ni dónde. Sin simulacros, y sin las que se cerraron antes de
          salir.
        </p>
      </section>
      {months.length === 0 && (
        <p className="text-tinta-suave">El primer mes se cuenta dos días después de que termine.</p>
      )}
      {months.length > 0 && (
        <Tabla
          title="Por mes"
          first="Mes"
          columns={MONTHLY.map(([, name]) => name)}
          rows={months.map(({ desde, valores }) => [
            monthOf(desde),
            ...MONTHLY.map(([que]) => {
              const valor = valores.get(que)
              if (valor === undefined) return '—'
              return que === 'mediana' ? tellSeconds(valor) : valor
            }),
          ])}
        />
      )}
      {failed.length > 0 && (
        <Tabla
          title="Lo que no llegó"
          first="Mes"
          columns={['Vía y motivo', 'Cuántas']}
          rows={failed.map(({ desde, que, valor }) => [
            monthOf(desde),
            que.slice('fallidas: '.length),
            valor,
          ])}
        />
      )}
      {days.length > 0 && (
        <Tabla
          title="Por día"
          first="Día"
          columns={DAILY.map(([, name]) => name)}
          rows={days.map(({ desde, valores }) => [
            dayOf(desde),
            ...DAILY.map(([que]) => valores.get(que) ?? '—'),
          ])}
        />
      )}
    </>
  )
}

/** A day of a table: a long one would be four lines of a narrow column. */
const dayOf = (desde: string) => shortFecha(desde as Fecha, toFecha(new Date()))

const monthOf = (desde: string) => {
  const date = fromFecha(desde)
  return mesAndYear(date.getFullYear(), date.getMonth() + 1)
}

/** The words of the database for what is small enough to be somebody, as a cell has room for them: what they mean stands above. */
const inCell = (value: string) => (value === 'menos de 10' ? '<10' : value)

type TablaProps = {
  title: string
  /** The heading's; without it, of a part of a part. */
  level?: 'h2' | 'h3'
  first: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A table that moves by itself where the screen is narrower; its first column stays. */
function Tabla({ title, level: Heading = 'h3', first, columns, rows }: TablaProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <Heading className="text-xl">{title}</Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <div className="overflow-x-auto rounded-card border border-linea bg-superficie" tabIndex={0}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-linea border-b text-left">
              <Head fixed>{first}</Head>
              {columns.map((column) => (
                <Head key={column}>{column}</Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={`${name} ${values[0]}`} className="border-linea not-last:border-b">
                <th
                  scope="row"
                  className="sticky left-0 min-w-24 bg-superficie px-3 py-2.5 text-left font-normal text-tinta-suave"
                >
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={columns[index]} className="whitespace-nowrap px-2 py-2.5 tabular-nums">
                    {inCell(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Head({ fixed = false, children }: { fixed?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={`px-2 py-2.5 font-semibold ${fixed ? 'sticky left-0 bg-superficie' : ''}`}>
      {children}
    </th>
  )
}
