import { inTab, onDevice } from '../device/storage.ts'
import { INSTALLATION_NUMERO, NUMEROS, type Numeros } from './numeros.ts'
import { guessPais } from './zonas.ts'

/*
 * Of which country a number is shown: what she has said, else what her clock suggests. Read by the app (`emergencia.ts`) and, before
 * anything of the app is there, by the first script of a prerendered page (`app/prerender/first.ts`): so without React, and little.
 */

/** What a woman said of where she is: the code of a country, or empty where she said that she is not where it seems. */
export type Eleccion = string

/** A plain word: anyone with the device can read keys. */
export const KEY = 'pais'
export const COPY = 'numeros'

const isEleccion = (value: string | null): value is Eleccion =>
  value !== null && /^(?:[A-Z]{2})?$/.test(value)

/** What she has said in this tab and nothing has taken over yet; null: nothing. */
export function readElegido(): Eleccion | null {
  const chosen = inTab.getItem(KEY)
  return isEleccion(chosen) ? chosen : null
}

export function readConfirmado(): Eleccion | null {
  const stored = onDevice.getItem(KEY)
  return readElegido() ?? (isEleccion(stored) ? stored : null)
}

const DIALLED = /^[*#+\d][\d*#]{1,14}$/

/** A copy that is not what it should be is none: a number is not taken from anything that looks wrong. */
function isNumeros(value: unknown): value is Numeros {
  const { codigo, pais, numeros, ...from } = (value ?? {}) as Partial<Numeros>
  return (
    typeof codigo === 'string' &&
    typeof pais === 'string' &&
    Array.isArray(numeros) &&
    numeros.length > 0 &&
    numeros.every((numero) => typeof numero === 'string' && DIALLED.test(numero)) &&
    [from.fuente, from.fecha, from.verificado].every((text) => text == null || typeof text === 'string')
  )
}

let parsed: { text: string | null; numeros: readonly Numeros[] } = { text: null, numeros: NUMEROS }

/** Emergency numbers by country: as the service last gave them, else as the app was built with them. */
export function readNumeros(): readonly Numeros[] {
  const text = onDevice.getItem(COPY)
  if (text === parsed.text) return parsed.numeros
  let found: Numeros[] = []
  try {
    const { numeros } = JSON.parse(text ?? '{}') as { numeros?: unknown[] }
    found = (numeros ?? []).filter(isNumeros)
  } catch {
    // As if there were no copy.
  }
  parsed = { text, numeros: found.length > 0 ? found : NUMEROS }
  return parsed.numeros
}

/** The row of a country, as this device has it. */
export const find = (codigo: string | null) => readNumeros().find((row) => row.codigo === codigo)

/** This installation's number, whatever else is known: of its country, else as it was built. */
export const ofInstallation = (): Numeros => find(INSTALLATION_NUMERO.codigo) ?? INSTALLATION_NUMERO

const timeZone = (): string | undefined => {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Whose number she is shown.
 *
 * @param zona her time zone; this device's where none is given
 * @returns `supuesta`: only her clock says so, and this installation's number stands beside it
 */
export function whoseNumero(zona: string | undefined = timeZone()): { row: Numeros; supuesta: boolean } {
  const confirmado = readConfirmado()
  if (confirmado !== null) return { row: find(confirmado) ?? ofInstallation(), supuesta: false }
  const supuesto = find(guessPais(zona))
  // A country that shares the number needs no question.
  if (!supuesto || supuesto.numeros[0] === ofInstallation().numeros[0])
    return { row: ofInstallation(), supuesta: false }
  return { row: supuesto, supuesta: true }
}
