import { plainText } from '../../lib/text/plainText.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import type { Evento } from './agendaDrafts.ts'
import { byHora, type Ocurrencia } from './dias.ts'
import { diasOf } from './recurrencia.ts'

/**
 * Her events in whose title, place or notes every word occurs; capitals and accents do not matter. What is to come first, soonest first,
 * then what is past, the newest first; a repeated one on its next day, or on its last.
 */
export function buscar<One extends Evento>(
  eventos: readonly One[],
  texto: string,
  hoy: Fecha,
): Ocurrencia<One>[] {
  const words = plainText(texto).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const found = eventos
    .filter(({ titulo, lugar, notas }) => {
      const text = plainText([titulo, lugar, notas].join(' '))
      return words.every((word) => text.includes(word))
    })
    .map((evento) => ({ evento, dia: diasOf(evento, hoy, undefined, 1)[0] ?? lastDia(evento) }))
    .sort(byHora)
  return [...found.filter(({ dia }) => dia >= hoy), ...found.filter(({ dia }) => dia < hoy).reverse()]
}

const lastDia = (evento: Evento): Fecha =>
  (evento.regla && diasOf(evento, evento.fecha).at(-1)) || evento.fecha
