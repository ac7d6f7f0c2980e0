import { llaveToSeal, openText, sealTextWith } from './cofre.ts'
import type { Llave, Lugar } from './sobre.ts'

/*
 * The words of an event of her agenda (docs/vault.md): where she has a vault, one envelope in the place of its title has all of them. When it is
 * stays in the clear, since reminders need it.
 */

export const AGENDA = 'agenda_personal'

export type Palabras = { titulo: string; lugar: string | null; notas: string | null }

/** Why words, which are then empty, cannot be read here: this device has no key for them, or they are damaged. */
export type Ilegible = 'cerrada' | 'rota' | null

export const lugarOf = (owner: string, id: string): Lugar => ({ tabla: AGENDA, owner, fila: id })

/** Her words as they are stored: sealed, or as they are where she has no vault. @throws as `llaveToSeal` does */
export async function sealPalabras(owner: string, id: string, palabras: Palabras): Promise<Palabras> {
  const llave = await llaveToSeal(owner)
  return llave ? sealPalabrasWith(llave, owner, id, palabras) : palabras
}

export async function sealPalabrasWith(
  llave: Llave,
  owner: string,
  id: string,
  { titulo, lugar, notas }: Palabras,
): Promise<Palabras> {
  const texto = JSON.stringify({ titulo, lugar, notas })
  return { titulo: await sealTextWith(llave, lugarOf(owner, id), texto), lugar: null, notas: null }
}

/** A row with its words as she wrote them, as far as this device can read them. */
export async function openPalabras<Fila extends Palabras & { id: string }>(
  owner: string,
  fila: Fila,
): Promise<Fila & { ilegible: Ilegible }> {
  const abierta = await openText(lugarOf(owner, fila.id), fila.titulo)
  if (typeof abierta === 'string') return { ...fila, titulo: '', ilegible: abierta }
  const palabras = abierta.sellada ? (JSON.parse(abierta.texto) as Palabras) : null
  return { ...fila, ...palabras, ilegible: null }
}
