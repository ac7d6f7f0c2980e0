import {
  type Apunte,
  bleeds,
  type Dia,
  emptyDia,
  historiaOf,
  idOf,
  isEmptyDia,
  periodoOf,
} from '../../lib/ciclo/apuntes.ts'
import { begins, type Modo, sameStart } from '../../lib/ciclo/ciclos.ts'
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
  const { notas, writeAll, eraseAll } = useNotas<Apunte>('ciclo')
  if (!notas) return null
  const historia = historiaOf(notas, hoy)
  const { inicios, fines, periodos, dias } = historia
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
    changeDia: (fecha: Fecha, part: Partial<Pick<Dia, 'flujo' | 'dolor' | 'sintomas'>>) => {
      const dia = { ...(dias.get(fecha) ?? emptyDia(fecha)), ...part }
      const starts = part.flujo && bleeds(part.flujo) && begins(inicios, fecha)
      void writeAll([
        isEmptyDia(dia) ? take('dia', fecha) : put(dia),
        ...(starts ? [put({ que: 'inicio', fecha })] : []),
      ])
    },
    changeModo: (modo: Modo) => void writeAll([put({ que: 'modo', fecha: hoy, modo })]),
    addAll: (apuntes: readonly Apunte[]) => writeAll(apuntes.map(put)),
    eraseAll: () => void eraseAll(),
  }
}

export type MiCicloDatos = NonNullable<ReturnType<typeof useCiclo>>
