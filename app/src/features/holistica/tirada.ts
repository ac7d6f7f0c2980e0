import type { Fecha } from '../../lib/time/fechas.ts'
import { type Arcano, arcanos } from './arcanos.ts'

/** What a spread is called, and where each of its cards lies (docs/product.md#holistic-zone). */
export const tiradas = {
  cinco: {
    nombre: 'Tirada de 5 cartas',
    descripcion: 'Cinco cartas para mirar con calma lo que estás viviendo.',
    posiciones: ['Pasado', 'Presente', 'Futuro', 'Obstáculo', 'Mensaje del Alma'],
  },
  siONo: {
    nombre: 'Tirada Sí o No',
    descripcion: 'Piensa una pregunta y descubre una sola carta.',
    posiciones: [undefined],
  },
} as const

export type Tirada = keyof typeof tiradas

/** A card on the table; `posicion` only in the spread of five. */
export type Carta = Arcano & { posicion?: string }

/**
 * Draws the cards of a spread, none of them twice.
 *
 * @param randomBelow gives a whole number from 0 to its argument − 1; passed in, so that a draw can be repeated
 */
export function drawCartas(tirada: Tirada, randomBelow: (limit: number) => number): Carta[] {
  const mazo = [...arcanos]
  return tiradas[tirada].posiciones.map((posicion) => {
    const [arcano] = mazo.splice(randomBelow(mazo.length), 1)
    return { ...arcano!, ...(posicion && { posicion }) }
  })
}

/** A spread on the table, as the device keeps it: cards by their names, since pictures move from release to release. */
export type Reading = { tirada: Tirada; cartas: string[]; abiertas: number[] }

/** A new spread, all of its cards face down. */
export function startReading(tirada: Tirada, randomBelow: (limit: number) => number): Reading {
  return { tirada, cartas: drawCartas(tirada, randomBelow).map(({ nombre }) => nombre), abiertas: [] }
}

/** What the strip on Home leads to. */
export const CARTA_DEL_DIA = '#carta-del-dia'

/** The card of a day: hers alone, and the same until the next day, without being kept anywhere. */
export function drawOfToday(userId: string, dia: Fecha): Carta {
  // FNV-1a: spreads days that differ by one letter over the whole deck.
  let hash = 0x811c9dc5
  for (const letter of `${dia} ${userId}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return drawCartas('siONo', (limit) => hash % limit)[0]!
}

/** The cards of a spread that was kept; null where a release has since changed them. */
export function cartasOf({ tirada, cartas }: Reading): Carta[] | null {
  const found = (tiradas[tirada]?.posiciones ?? []).flatMap((posicion, lugar): Carta[] => {
    const arcano = arcanos.find(({ nombre }) => nombre === cartas[lugar])
    return arcano ? [{ ...arcano, ...(posicion && { posicion }) }] : []
  })
  return found.length > 0 && found.length === cartas.length ? found : null
}
