import { useId } from 'react'
import { radioClass } from '../../components/form/radio.ts'
import { Card } from '../../components/layout/Card.tsx'
import { FUENTES, fertilesOf, MODOS, type Modo } from '../../lib/ciclo/ciclos.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { MiCicloDatos } from './useCiclo.ts'

const TEXTOS: Record<Modo, string> = {
  ciclo: '',
  'sin-fertilidad': 'Contamos tu próximo periodo, nada más.',
  pildora: 'Contamos tu próximo sangrado, sin días fértiles.',
  embarazo: 'No contamos fechas mientras dure.',
  parto: 'No contamos fechas hasta que tú quieras.',
  menopausia: 'No contamos fechas.',
}

/** How she uses it, and what the count rests on. */
export function ModoSection({ ciclo, hoy }: { ciclo: MiCicloDatos; hoy: Fecha }) {
  const id = useId()
  const { modo, inicios } = ciclo.historia
  const unsaid = modo === 'ciclo' && !fertilesOf(inicios, hoy, modo)
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Cómo lo uso
      </h2>
      <fieldset className="grid gap-1">
        <legend className="sr-only">Modo</legend>
        {Object.entries(MODOS).map(([value, texto]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="modo"
              value={value}
              checked={modo === value}
              onChange={() => ciclo.changeModo(value as Modo)}
              className={radioClass}
            />
            {texto}
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-[0.9375rem] text-tinta-suave empty:hidden">
        {unsaid ? 'Los días fértiles se estiman con seis ciclos que se parezcan, no antes.' : TEXTOS[modo]}
      </p>
      <p className="text-[0.9375rem] text-tinta-suave">
        Son cuentas con tus fechas: no son un diagnóstico ni un método anticonceptivo.
      </p>
      <details>
        <summary className="min-h-11 py-2 text-[0.9375rem] text-jacaranda-texto">
          De dónde sale la cuenta
        </summary>
        <ul className="grid gap-1 text-sm text-tinta-suave">
          <li>
            Próximo periodo: la mediana de tus últimos ciclos, hasta doce, y de cuánto a cuánto van. Con un
            solo inicio, 28 días.
          </li>
          {FUENTES.map((fuente) => (
            <li key={fuente}>{fuente}</li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
