import type { Tables } from '../../lib/api/database.types.ts'
import { brand } from '../../lib/installation/brand.ts'

/** What an entry says of where it helps: columns of `asociaciones_apoyo` (ubicacion is split at its first comma). */
export type Ubicada = Pick<Tables<'asociaciones_apoyo'>, 'pais' | 'estado' | 'ciudad'>

/** Where she looks for help. An empty estado or ciudad stands for all of them. */
export type Lugar = { pais: string; estado: string; ciudad: string }

/** Written in the place of a state or a city by entries that help everywhere in the country, or in the state. */
export const NACIONAL = 'Nacional'
export const TODO_EL_PAIS = 'Todo el país'
export const TODO_EL_ESTADO = 'Todo el estado'

/** The country of this installation, as entries name it. */
export const PAIS_PROPIO: string =
  new Intl.DisplayNames(brand.locale, { type: 'region' }).of(brand.country) ?? brand.country

export const lugarInicial: Lugar = { pais: PAIS_PROPIO, estado: '', ciudad: '' }

/** States of countries whose every state can be chosen, in their official order; those of others are the ones that occur. */
const OFICIALES: Record<string, readonly string[]> = {
  México: [
    'Aguascalientes',
    'Baja California',
    'Baja California Sur',
    'Campeche',
    'Coahuila de Zaragoza',
    'Colima',
    'Chiapas',
    'Chihuahua',
    'Ciudad de México',
    'Durango',
    'Guanajuato',
    'Guerrero',
    'Hidalgo',
    'Jalisco',
    'Estado de México',
    'Michoacán de Ocampo',
    'Morelos',
    'Nayarit',
    'Nuevo León',
    'Oaxaca',
    'Puebla',
    'Querétaro',
    'Quintana Roo',
    'San Luis Potosí',
    'Sinaloa',
    'Sonora',
    'Tabasco',
    'Tamaulipas',
    'Tlaxcala',
    'Veracruz de Ignacio de la Llave',
    'Yucatán',
    'Zacatecas',
  ],
}

const collator = new Intl.Collator('es')

function sortedOnce(names: Iterable<string>): string[] {
  return [...new Set(names)].sort(collator.compare)
}

/** The state of an entry as it is shown and chosen: INEGI calls one of them «México», as the country. */
export function estadoOf({ pais, estado }: Ubicada): string {
  return pais === 'México' && estado === 'México' ? 'Estado de México' : (estado ?? '')
}

/** Whether an entry helps everywhere in its country. */
export function isNacional(entry: Ubicada): boolean {
  return entry.estado === NACIONAL
}

function isStatewide({ ciudad }: Ubicada): boolean {
  return !ciudad || ciudad === TODO_EL_ESTADO || ciudad === TODO_EL_PAIS
}

/** The countries to choose from: hers first, then those of the entries. */
export function paises(entries: Ubicada[]): string[] {
  const otros = sortedOnce(entries.map(({ pais }) => pais)).filter((pais) => pais !== PAIS_PROPIO)
  return [PAIS_PROPIO, ...otros]
}

/** The states of a country to choose from. */
export function estados(entries: Ubicada[], pais: string): string[] {
  const oficiales = OFICIALES[pais] ?? []
  const otros = entries
    .filter((entry) => entry.pais === pais && !isNacional(entry))
    .map(estadoOf)
    .filter((estado) => estado && !oficiales.includes(estado))
  return [...oficiales, ...sortedOnce(otros)]
}

/** The cities of a state to choose from: those that occur. */
export function ciudades(entries: Ubicada[], pais: string, estado: string): string[] {
  return sortedOnce(
    entries
      .filter((entry) => entry.pais === pais && estadoOf(entry) === estado && !isStatewide(entry))
      .map(({ ciudad }) => ciudad ?? ''),
  )
}

/**
 * Whether an entry helps in a place. Nothing of another country ever does; national lines do in every state, and those
 * of a whole state in every city of it.
 */
export function reaches(entry: Ubicada, { pais, estado, ciudad }: Lugar): boolean {
  if (entry.pais !== pais) return false
  if (!estado || isNacional(entry)) return true
  if (estadoOf(entry) !== estado) return false
  return !ciudad || isStatewide(entry) || entry.ciudad === ciudad
}

/** Which place shows an entry that was just saved: the one that is chosen, or all of the entry's country where that one hides it. */
export function lugarShowing(entry: Ubicada, chosen: Lugar): Lugar {
  return reaches(entry, chosen) ? chosen : { pais: entry.pais, estado: '', ciudad: '' }
}

/**
 * The parts of the list: lines of the whole country that answer at any hour, what is in the state that she chose, and the rest; each in the
 * order in which it came.
 *
 * @param chosen whether she has chosen a state; without one nothing is nearer than anything else
 */
export function inOrder<Entry extends Ubicada & { todo_el_dia: boolean }>(
  entries: Entry[],
  chosen: boolean,
): { always: Entry[]; near: Entry[]; rest: Entry[] } {
  const always = entries.filter((entry) => entry.todo_el_dia && isNacional(entry))
  const near = chosen ? entries.filter((entry) => !isNacional(entry)) : []
  return { always, near, rest: entries.filter((entry) => !always.includes(entry) && !near.includes(entry)) }
}

/** «Guadalajara, Jalisco», «Todo el estado, Colima», «Todo el país»; empty where an entry does not say. */
export function whereText(entry: Ubicada): string {
  if (isNacional(entry)) return TODO_EL_PAIS
  return [entry.ciudad, estadoOf(entry)].filter(Boolean).join(', ')
}

/** `ubicacion` as it is stored: 'city, state' (docs/product.md#directory); what is not said is the whole of it. */
export function ubicacionOf({ estado, ciudad }: Pick<Lugar, 'estado' | 'ciudad'>): string {
  if (estado === NACIONAL) return `${TODO_EL_PAIS}, ${NACIONAL}`
  if (!estado) return ciudad
  return `${ciudad || TODO_EL_ESTADO}, ${estado}`
}
