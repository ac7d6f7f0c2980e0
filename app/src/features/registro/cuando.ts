import { brand } from '../../lib/installation/brand.ts'
import { longFechaWithDia } from '../../lib/time/fechas.ts'

/** «sábado, 29 de noviembre de 2026, 21:30» */
export function cuandoWords(cuando: string): string {
  const [fecha = '', hora] = cuando.split('T')
  return [longFechaWithDia(fecha), hora].filter(Boolean).join(', ')
}

const moment = new Intl.DateTimeFormat(brand.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** «29 nov 2026, 14:35», on her clock. */
export const momentWords = (iso: string): string => moment.format(new Date(iso))
