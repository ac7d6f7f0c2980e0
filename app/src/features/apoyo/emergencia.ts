import type { Tables } from '../../data/database.types.ts'
import { brand } from '../../lib/installation/brand.ts'
import { PAIS_PROPIO } from './lugares.ts'

export type Emergencia = Pick<Tables<'numeros_emergencia'>, 'pais' | 'numeros'>

/** What is known without asking anybody: the number of this installation's country. */
const propia: Emergencia = { pais: PAIS_PROPIO, numeros: [brand.emergencyNumber] }

/**
 * The emergency numbers of a country, the first one first. Where they are not known, those of this installation's
 * country, under its name: never a number under the name of a country that it does not belong to.
 */
export function emergenciaOf(conocidas: Emergencia[], pais: string): Emergencia {
  return conocidas.find((row) => row.pais === pais && row.numeros.length > 0) ?? propia
}
