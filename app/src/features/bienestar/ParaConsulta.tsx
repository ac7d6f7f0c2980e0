import { ANIMOS, animoOfDay } from '../../lib/cofre/animos.ts'
import { addDays, type Fecha, mesAndYear } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { useAnimo } from './animo.ts'
import { countTomas } from './marcas.ts'
import { useMedicamentos } from './useMedicamentos.ts'

/** How far back, in months and in days. */
const MESES = 6
const DIAS = 30

/** How many days of each mood there were, by month: no reason and no word. */
export function AnimoParaConsulta() {
  const hoy = useToday()
  const { days } = useAnimo(hoy)
  const meses = new Map<string, number[]>()
  for (const fecha of [...days.keys()].sort().reverse()) {
    const mes = fecha.slice(0, 7)
    const counts = meses.get(mes) ?? ANIMOS.map(() => 0)
    counts[ANIMOS.indexOf(animoOfDay(days.get(fecha)!)!)]!++
    meses.set(mes, counts)
  }
  const shown = [...meses].slice(0, MESES)
  if (shown.length === 0) return <p className="text-tinta-suave">Nada anotado.</p>
  return (
    <ul className="grid gap-1.5">
      {shown.map(([mes, counts]) => {
        const [year, month] = mes.split('-').map(Number)
        return (
          <li key={mes}>
            <span className="font-semibold">{mesAndYear(year!, month!)}</span>:{' '}
            {counts
              .flatMap((dias, at) =>
                dias === 0
                  ? []
                  : `${ANIMOS[at]!.toLocaleLowerCase('es')} ${dias} ${dias === 1 ? 'día' : 'días'}`,
              )
              .join(', ')}
          </li>
        )
      })}
    </ul>
  )
}

/** What she takes, and how often she did in the last days. */
export function MedicamentosParaConsulta() {
  const hoy = useToday()
  const { medicamentos, tomas } = useMedicamentos()
  const since: Fecha = addDays(hoy, -DIAS)
  if (medicamentos.length === 0) return <p className="text-tinta-suave">Ninguno anotado.</p>
  return (
    <ul className="grid gap-1.5">
      {medicamentos.map((medicamento) => {
        const { nombre, dosis, horas, frecuencia } = medicamento.value
        const counts = [...countTomas({ medicamentos: [medicamento], tomas })].filter(
          ([fecha]) => fecha > since,
        )
        const sum = (of: 'tomadas' | 'omitidas') => counts.reduce((all, [, day]) => all + day[of], 0)
        const said = sum('tomadas') + sum('omitidas')
        return (
          <li key={medicamento.id}>
            <span dir="auto" className="font-semibold">
              {nombre}
            </span>
            {[dosis, horas.join(', ') || frecuencia].filter(Boolean).map((one) => `, ${one}`)}.
            {said > 0 &&
              ` En los últimos ${DIAS} días: ${sum('tomadas')} dosis tomadas, ${sum('omitidas')} omitidas.`}
          </li>
        )
      })}
    </ul>
  )
}
