import { EN_CICLO, type EnCiclo } from '../../lib/ciclo/apuntes.ts'
import { ANIMOS, type Animo, animoOfDay } from '../../lib/cofre/animos.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { MiAnimo } from './animo.ts'
import type { MisMedicamentos } from './useMedicamentos.ts'

/* What a day of her month is marked with. */

export type Marca = {
  ciclo: EnCiclo | null
  animo: Animo | null
  entrada: 'entrada' | 'borrador' | null
  citas: number
  tomadas: number
  omitidas: number
}

/** An appointment of hers, as its day says it. */
export type CitaDelDia = { id: string; titulo: string; detalle: string; cuando: string }

/** What is known of her days from elsewhere; null or none where that is not known (yet). */
export type DeFuera = {
  enCiclo: (fecha: Fecha) => EnCiclo | null
  escrito: (fecha: Fecha) => 'entrada' | 'borrador' | null
  citas: (fecha: Fecha) => readonly unknown[]
}

/** How many doses were taken and left out on each day, of the medicines that she has. */
export function countTomas({ medicamentos, tomas }: Pick<MisMedicamentos, 'medicamentos' | 'tomas'>) {
  const mine = new Set(medicamentos.map(({ id }) => id))
  const days = new Map<Fecha, { tomadas: number; omitidas: number }>()
  for (const { value } of tomas) {
    if (!mine.has(value.medicamento)) continue
    const day = days.get(value.fecha) ?? { tomadas: 0, omitidas: 0 }
    day[value.estado === 'tomada' ? 'tomadas' : 'omitidas']++
    days.set(value.fecha, day)
  }
  return days
}

const NO_TOMAS = { tomadas: 0, omitidas: 0 }

/** The marks of these days; a day without any is not among them. */
export function marcasOf(
  dias: readonly Fecha[],
  days: MiAnimo['days'],
  tomas: ReturnType<typeof countTomas>,
  { enCiclo, escrito, citas }: DeFuera,
): ReadonlyMap<Fecha, Marca> {
  const marcas = new Map<Fecha, Marca>()
  for (const fecha of dias) {
    const marca = {
      ciclo: enCiclo(fecha),
      animo: animoOfDay(days.get(fecha) ?? []),
      entrada: escrito(fecha),
      citas: citas(fecha).length,
      ...(tomas.get(fecha) ?? NO_TOMAS),
    }
    if (Object.values(marca).some(Boolean)) marcas.set(fecha, marca)
  }
  return marcas
}

const count = (number: number, one: string, several: string) =>
  number === 0 ? null : number === 1 ? one : `${number} ${several}`

/** All of it, as a screen reader says it after the day: «periodo, ánimo bien, una entrada, una cita». */
export const marcaInWords = ({ ciclo, animo, entrada, citas, tomadas, omitidas }: Marca): string =>
  [
    ciclo && EN_CICLO[ciclo],
    animo && `ánimo ${animo.toLocaleLowerCase('es')}`,
    entrada && (entrada === 'entrada' ? 'una entrada' : 'un borrador'),
    count(citas, 'una cita', 'citas'),
    count(tomadas, 'una dosis tomada', 'dosis tomadas'),
    count(omitidas, 'una dosis omitida', 'dosis omitidas'),
  ]
    .filter(Boolean)
    .join(', ')

/** How far up a mood stands, from 1 to 5. */
export const levelOf = (animo: Animo): number => ANIMOS.length - ANIMOS.indexOf(animo)
