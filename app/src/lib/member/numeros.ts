import type { Tables } from '../api/database.types.ts'
import { within } from '../api/deadline.ts'
import { ageOfNumeros, keepNumeros } from '../emergencia/emergencia.ts'
import type { Numeros } from '../emergencia/numeros.ts'
import { askConfig } from '../installation/config.ts'

const DAY_MS = 86_400_000
const COLUMNS = 'codigo_iso,pais,numeros,fuente_url,fuente_fecha,verificado_el'

type Row = Pick<
  Tables<'numeros_emergencia'>,
  'codigo_iso' | 'pais' | 'numeros' | 'fuente_url' | 'fuente_fecha' | 'verificado_el'
>

const toNumeros = (row: Row): Numeros => ({
  codigo: row.codigo_iso,
  pais: row.pais,
  numeros: row.numeros,
  fuente: row.fuente_url,
  fecha: row.fuente_fecha,
  verificado: row.verificado_el,
})

/**
 * Fetches the emergency numbers of all countries, once a day, for every screen and for when there is no network. As nobody in particular and
 * without the client: a visitor's first page needs neither. Without an answer the device keeps what it has.
 */
export function learnNumeros(): Promise<void> {
  learning ??= learn().finally(() => {
    learning = null
  })
  return learning
}

/** Several screens ask in the same moment; one request answers all of them. */
let learning: Promise<void> | null = null

async function learn(): Promise<void> {
  if (Math.abs(Date.now() - ageOfNumeros()) < DAY_MS) return
  const rows = await within('usual', async (signal) => {
    const { supabaseUrl, anonKey } = await askConfig()
    const response = await fetch(`${supabaseUrl}/rest/v1/numeros_emergencia?select=${COLUMNS}&order=pais`, {
      headers: { apikey: anonKey },
      credentials: 'omit',
      signal,
    })
    return response.ok ? ((await response.json()) as Row[]) : []
  }).catch(() => [])
  if (rows.length > 0) keepNumeros(rows.map(toNumeros), Date.now())
}
