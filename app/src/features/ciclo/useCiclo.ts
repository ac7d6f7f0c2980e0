import { useMemo } from 'react'
import {
  type Apunte,
  type Aviso,
  bleeds,
  type Dia,
  type Escrito,
  emptyDia,
  HOJA_DE_AVISOS,
  historiaOf,
  idOf,
  isEmptyDia,
  periodoOf,
} from '../../lib/ciclo/apuntes.ts'
import { begins, isUncounted, type Modo, sameStart } from '../../lib/ciclo/ciclos.ts'
import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Fecha } from '../../lib/time/fechas.ts'

const put = (value: Apunte) => ({ periodo: periodoOf(value), id: idOf(value), value })
const take = (que: Apunte['que'], fecha: Fecha) => ({
  periodo: periodoOf({ fecha }),
  id: idOf({ que, fecha }),
  value: null,
})

/** Her history, and what she can say of it; null while the device is read. */
export function useCiclo(hoy: Fecha) {
  const { notas, writeAll, eraseAll } = useNotas<Escrito>('ciclo')
  const historia = useMemo(() => notas && historiaOf(notas, hoy), [notas, hoy])
  if (!historia) return null
  const { inicios, fines, periodos, dias, modo } = historia
  const periodoOn = (fecha: Fecha) => periodos.find((one) => one.inicio <= fecha && fecha <= one.last)

  return {
    historia,
    /** Whether a period began before that may have ended on that day. */
    canEnd: (fecha: Fecha) => periodoOn(fecha) !== undefined,
    toggleInicio: (fecha: Fecha) => {
      if (inicios.includes(fecha)) return void writeAll([take('inicio', fecha)])
      // A period begins once: another day of it was a slip.
      const slips = inicios.filter((one) => sameStart(one, fecha, fines))
      void writeAll([put({ que: 'inicio', fecha }), ...slips.map((one) => take('inicio', one))])
    },
    toggleFin: (fecha: Fecha) => {
      if (fines.includes(fecha)) return void writeAll([take('fin', fecha)])
      const periodo = periodoOn(fecha)
      const others = fines.filter((one) => periodo && one >= periodo.inicio && one <= periodo.last)
      void writeAll([put({ que: 'fin', fecha }), ...others.map((one) => take('fin', one))])
    },
    /** @param change of the day as it is on the device then: another tap may be on its way */
    changeDia: (fecha: Fecha, change: (dia: Dia) => Partial<Pick<Dia, 'flujo' | 'dolor' | 'sintomas'>>) => {
      const { flujo } = change(dias.get(fecha) ?? emptyDia(fecha))
      const starts = flujo && bleeds(flujo) && begins(inicios, fecha) && !isUncounted(modo)
      void writeAll([
        {
          ...take('dia', fecha),
          value: (now) => {
            const before = now?.que === 'dia' ? now : emptyDia(fecha)
            const dia = { ...before, ...change(before) }
            return isEmptyDia(dia) ? null : dia
          },
        },
        ...(starts ? [put({ que: 'inicio', fecha })] : []),
      ])
    },
    changeModo: (next: Modo) => void writeAll([put({ que: 'modo', fecha: hoy, modo: next })]),
    writeAviso: (semilla: string, value: Aviso | null) =>
      writeAll([{ periodo: HOJA_DE_AVISOS, id: semilla, value }]),
    addAll: (apuntes: readonly Apunte[]) => writeAll(apuntes.map(put)),
    eraseAll: () => void eraseAll(),
  }
}

export type MiCicloDatos = NonNullable<ReturnType<typeof useCiclo>>
