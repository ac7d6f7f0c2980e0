import { QueryClientProvider } from '@tanstack/react-query'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { fromFecha, mesAndYear } from '../../lib/time/fechas.ts'
import { type Mes, useConfiabilidad } from './confiabilidad.ts'

/** Read by visitors as well, whose pages ask the service for nothing else: it brings its own provider. */
export function Confiabilidad() {
  return (
    <QueryClientProvider client={queryClient}>
      <Months />
    </QueryClientProvider>
  )
}

function Months() {
  const query = useConfiabilidad()
  return (
    // As high as the screen from the first: the line with the number below it stays where it is, whatever comes.
    <div className="mx-casa grid min-h-dvh w-full max-w-3xl content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-10">
      <header className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">Qué tan confiable es</h1>
        <p className="text-tinta-suave">
          Cada mes, cuánto tiempo funcionó y cuántas alertas llegaron a alguien. Son cuentas de todas juntas:
          nadie puede saber por ellas de ninguna persona.
        </p>
        <p className="text-tinta-suave">
          Ningún servicio funciona siempre. Si estás en peligro, llama también al número de emergencia de tu
          país.
        </p>
      </header>
      <QueryView
        query={query}
        errorMessage="No se pudo cargar."
        empty={<EmptyState message="Todavía no hay un mes que contar." />}
      >
        {(months) => (
          <ul className="grid gap-4">
            {months.map((month) => (
              <Month key={month.mes} month={month} />
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

const UP = [
  ['servicio', 'El servicio respondió'],
  ['alarma', 'Los avisos de alertas salieron a tiempo'],
  ['correo', 'El correo salió a tiempo'],
] as const

function Month({ month: { mes, valores } }: { month: Mes }) {
  const date = fromFecha(mes)
  const name = mesAndYear(date.getFullYear(), date.getMonth() + 1)
  return (
    <Card as="li" className="grid gap-3">
      <h2 className="text-xl first-letter:uppercase">{name}</h2>
      <dl className="grid gap-2">
        {UP.map(([que, label]) => {
          const valor = valores.get(que)
          return valor === undefined ? null : (
            <Fact key={que} label={label}>
              {valor} del tiempo
            </Fact>
          )
        })}
        {valores.has('alertas') && <Fact label="Alertas">{valores.get('alertas')}</Fact>}
        {valores.has('alcanzadas') && (
          <Fact label="De las que tenían a quién avisar, llegaron a alguien">
            {valores.get('alcanzadas')}
          </Fact>
        )}
        {valores.has('mediana') && (
          <Fact label="La mitad llegó antes de">{tellSeconds(Number(valores.get('mediana')))}</Fact>
        )}
      </dl>
    </Card>
  )
}

const tellSeconds = (n: number) => (n < 90 ? `${n} segundos` : `${Math.round(n / 60)} minutos`)

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-tinta-suave">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
