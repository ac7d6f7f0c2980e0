import { brand } from '../installation/brand.ts'
import { type Fecha, fromFecha } from './fechas.ts'

/** «31 dic», and of another year «31 dic 2027»: where a long date has no room. */
export function shortFecha(fecha: Fecha, hoy: Fecha): string {
  const year = fecha.slice(0, 4) === hoy.slice(0, 4) ? undefined : 'numeric'
  return new Intl.DateTimeFormat(brand.locale, { day: 'numeric', month: 'short', year })
    .format(fromFecha(fecha))
    .replaceAll(' de ', ' ')
}
