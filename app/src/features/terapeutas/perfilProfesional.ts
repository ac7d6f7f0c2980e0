import { brand } from '../../lib/installation/brand.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import type { Ficha } from './terapeutas.ts'

/** How a therapist works, as the database knows it (migration contenidos). */
export const MODALIDADES = ['presencial', 'en línea', 'por teléfono'] as const

/** Currencies of the countries that the app addresses, its own first. */
export const MONEDAS = [
  ...new Set([
    ...[brand.currency, 'MXN', 'ARS', 'BOB', 'BRL', 'CLP', 'COP', 'CRC', 'CUP', 'DOP', 'GTQ', 'HNL', 'NIO'],
    ...['PAB', 'PEN', 'PYG', 'USD', 'UYU', 'VES', 'EUR'],
  ]),
]

const money = new Intl.NumberFormat(brand.locale)

/** «$300 a $600 MXN por sesión»; nothing where nobody said. */
export function tarifaOf({
  precio_desde: from,
  precio_hasta: to,
  moneda,
}: Pick<Ficha, 'precio_desde' | 'precio_hasta' | 'moneda'>): string {
  if (from === null && to === null) return ''
  if ((to ?? from) === 0) return 'Sin costo'
  const amount = (value: number) => `$${money.format(value)}`
  const said =
    from === null
      ? `Hasta ${amount(to!)}`
      : to === null
        ? `Desde ${amount(from)}`
        : from === to
          ? amount(from)
          : `${from === 0 ? 'Sin costo' : amount(from)} a ${amount(to)}`
  return `${said} ${moneda} por sesión`
}

/** What stands behind «Verificada»: the number, where somebody looked it up, and the day; nothing where nobody has. */
export function verificacionOf({
  cedula,
  cedula_fuente,
  verificada_el,
}: Pick<Ficha, 'cedula' | 'cedula_fuente' | 'verificada_el'>): string {
  if (!verificada_el || !cedula || !cedula_fuente) return ''
  return `Cédula ${cedula}, consultada en ${cedula_fuente} el ${longFecha(verificada_el)}.`
}

/** Words as they are typed, with commas between them: each once, without what cannot be seen. */
export function readPalabras(typed: string): string[] {
  const found = new Map<string, string>()
  for (const part of typed.split(/[,;\n]/)) {
    const word = part.trim().replace(/\s+/g, ' ')
    if (word && !found.has(word.toLowerCase())) found.set(word.toLowerCase(), word)
  }
  return [...found.values()]
}
