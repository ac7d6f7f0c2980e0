import { Link } from 'react-router'
import { diaInWords, enCiclo } from '../../lib/ciclo/apuntes.ts'
import { daysBetween, diaOf } from '../../lib/ciclo/ciclos.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { FlujoFichas, InicioFin } from './InicioFin.tsx'
import { type Recordar, RecordarDia } from './RecordarDia.tsx'
import type { MiCicloDatos } from './useCiclo.ts'

type DelDiaProps = { ciclo: MiCicloDatos; hoy: Fecha; fecha: Fecha; recordar: Recordar }

/** Her cycle on one day: which day of it that was, and what is noted in a tap; all of it is on her cycle's own page. */
export function DelDia({ ciclo, hoy, fecha, recordar }: DelDiaProps) {
  const expected = fecha > hoy && enCiclo(ciclo.historia, hoy)(fecha) === 'proximo'
  const noted = ciclo.historia.dias.get(fecha)
  return (
    <>
      <p>{whereInWords(ciclo.historia, hoy, fecha)}</p>
      {noted && <p className="text-tinta-suave">Anotado: {diaInWords(noted)}.</p>}
      {fecha <= hoy && (
        <>
          <InicioFin ciclo={ciclo} hoy={hoy} fecha={fecha} />
          <FlujoFichas ciclo={ciclo} fecha={fecha} />
        </>
      )}
      {expected && (
        <RecordarDia recordar={recordar} fecha={fecha}>
          Avisarme este día
        </RecordarDia>
      )}
      <Link
        to="/ciclo"
        className="flex min-h-11 items-center justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4"
      >
        {fecha > hoy ? 'De dónde sale esta fecha' : 'Dolor, síntomas y lo demás'}
      </Link>
    </>
  )
}

function whereInWords(historia: MiCicloDatos['historia'], hoy: Fecha, fecha: Fecha): string {
  const { inicios, periodos, modo } = historia
  const es = enCiclo(historia, hoy)(fecha)
  if (es === 'proximo') return 'Puede empezar tu periodo.'
  if (es) {
    const { inicio } = periodos.findLast((periodo) => periodo.inicio <= fecha)!
    return `Día ${daysBetween(inicio, fecha) + 1} de tu periodo.`
  }
  const dia = fecha <= hoy ? diaOf(inicios, fecha, modo) : null
  return dia ? `Día ${dia} de tu ciclo.` : 'Nada anotado de tu ciclo.'
}
