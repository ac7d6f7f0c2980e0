import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { type Fecha, type Mes, mesOf } from '../../lib/time/fechas.ts'
import { leerOf } from './leer.ts'

/*
 * The months of her diary that she has opened, as the service had them: read from the device where there is no network. Entries that are
 * envelopes stay envelopes; all of it is one sealed copy (`deviceStore.ts`), which goes when she leaves.
 */

const COPY = 'meses'
/** So many, and so many letters: those that she opened last. The last one stays, however long it is. */
const MOST = { meses: 12, letters: 1_500_000 }

/** A month by its name; the one that she opened last comes first. */
type Meses<Fila> = [name: string, filas: Fila[]][]
type DeUnDia = { fecha: Fecha; contenido: string }

const lettersOf = (filas: readonly DeUnDia[]) =>
  filas.reduce((sum, { contenido }) => sum + contenido.length, 0)

/** As many of them as are kept. */
export function bounded<Fila extends DeUnDia>(meses: Meses<Fila>): Meses<Fila> {
  let letters = 0
  return meses.slice(0, MOST.meses).filter(([, filas], at) => {
    letters += lettersOf(filas)
    return at === 0 || letters <= MOST.letters
  })
}

const readMeses = async <Fila>(owner: string) => (await readCopy<Meses<Fila>>(owner, COPY)) ?? []

let last: Promise<unknown> = Promise.resolve()

/** One change after the other. What the device does not keep is not there without a network: nothing else depends on it. */
function change<Fila extends DeUnDia>(owner: string, of: (meses: Meses<Fila>) => Meses<Fila>): Promise<void> {
  const next = last.then(async () => {
    const before = await readMeses<Fila>(owner)
    const after = bounded(of(before))
    if (JSON.stringify(after) !== JSON.stringify(before)) await keepCopy(owner, COPY, after)
  })
  last = next.catch(() => {})
  return next.catch(() => {})
}

/** She has opened a month. */
export const keepMes = <Fila extends DeUnDia>(owner: string, mes: Mes, filas: Fila[]): Promise<void> =>
  change<Fila>(owner, (meses) => [[leerOf(mes), filas], ...meses.filter(([name]) => name !== leerOf(mes))])

/** A day has changed, or is gone: of a month that is kept. */
export const keepDia = <Fila extends DeUnDia>(
  owner: string,
  fecha: Fecha,
  fila: Fila | null,
): Promise<void> =>
  change<Fila>(owner, (meses) =>
    meses.map(([name, filas]) => {
      if (name !== leerOf(mesOf(fecha))) return [name, filas]
      const others = filas.filter((other) => other.fecha !== fecha)
      return [name, fila ? [...others, fila] : others]
    }),
  )

/** @returns null where the month is not kept */
export async function readMes<Fila>(owner: string, mes: Mes): Promise<Fila[] | null> {
  const meses = await readMeses<Fila>(owner)
  return meses.find(([name]) => name === leerOf(mes))?.[1] ?? null
}
