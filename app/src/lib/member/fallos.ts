import { ask } from '../api/ask.ts'

/** All that a report of a fault says (migration `fallos`); no column of it names anybody. */
export type Informe = {
  codigo: string | null
  ruta: string
  version: string
  navegador: 'chrome' | 'safari' | 'firefox' | 'samsung' | 'edge' | 'otro'
}

const FAMILIES: [RegExp, Informe['navegador']][] = [
  [/SamsungBrowser/, 'samsung'],
  [/Edg(A|iOS)?\//, 'edge'],
  [/Firefox|FxiOS/, 'firefox'],
  [/Chrome|CriOS/, 'chrome'],
  [/Safari/, 'safari'],
]

/** The kind of browser, and nothing of the device. */
export function familyOf(userAgent: string): Informe['navegador'] {
  return FAMILIES.find(([mark]) => mark.test(userAgent))?.[1] ?? 'otro'
}

/** Sends a report that she has read. @throws `PT429` after several in a day */
export async function sendInforme(informe: Informe): Promise<void> {
  // The types of the database know no function that takes null.
  await ask((db) => db.rpc('informar_fallo', informe as Informe & { codigo: string }))
}
