import { useId } from 'react'
import { DOLORES, emptyDia, SINTOMAS } from '../../lib/ciclo/apuntes.ts'
import { type Fecha, longFechaWithDia } from '../../lib/time/fechas.ts'
import { Fichas } from './Fichas.tsx'
import { FlujoFichas, InicioFin } from './InicioFin.tsx'
import type { MiCicloDatos } from './useCiclo.ts'

type DiaSectionProps = { ciclo: MiCicloDatos; hoy: Fecha; fecha: Fecha }

/** What she notes of the chosen day: each a tap, and another takes it back. */
export function DiaSection({ ciclo, hoy, fecha }: DiaSectionProps) {
  const id = useId()
  const { dolor, sintomas } = ciclo.historia.dias.get(fecha) ?? emptyDia(fecha)

  return (
    <section aria-labelledby={id} className="grid gap-3 border-linea border-t pt-3">
      <h3 id={id} className="text-base">
        {fecha === hoy ? 'Hoy' : longFechaWithDia(fecha)}
      </h3>
      {fecha > hoy ? (
        <p className="text-tinta-suave">Este día aún no llega.</p>
      ) : (
        <>
          {fecha < hoy && <InicioFin ciclo={ciclo} hoy={hoy} fecha={fecha} />}
          <FlujoFichas ciclo={ciclo} fecha={fecha} />
          <Fichas
            label="Dolor"
            textos={DOLORES}
            chosen={dolor ? [dolor] : []}
            onPress={(one) => ciclo.changeDia(fecha, (dia) => ({ dolor: one === dia.dolor ? null : one }))}
          />
          <Fichas
            label="Síntomas"
            textos={SINTOMAS}
            chosen={sintomas}
            onPress={(one) =>
              ciclo.changeDia(fecha, (dia) => ({
                sintomas: dia.sintomas.includes(one)
                  ? dia.sintomas.filter((other) => other !== one)
                  : [...dia.sintomas, one],
              }))
            }
          />
        </>
      )}
    </section>
  )
}
