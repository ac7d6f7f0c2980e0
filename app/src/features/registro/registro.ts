/*
 * The incident log: a chain of entries. Each one's hash covers the mark before it, so that none can be changed, taken out or moved without
 * every later one saying so. docs/vault.md, "Incident log", describes it for who verifies it without this program.
 */

/** What happened, as she wrote it down. It is never changed: a correction is another one that names this one. */
export type Hecho = {
  /** Random; the period of its sheet as well. */
  id: string
  /** Day of what happened, with its hour where she knows it: `2026-11-29` or `2026-11-29T21:30`. */
  cuando: string
  /** When she wrote it down, by her device. */
  escrito: string
  texto: string
  /** A JPEG in base64. */
  foto: string | null
  sonido: Sonido | null
  /** The id of the one that it corrects. */
  corrige: string | null
  /** Whether it strikes that one: it is not hers, or a mistake. That one stays, and is shown struck. */
  tacha: boolean
  /** Random: without it nobody finds her words by trying. */
  sal: string
}

/** A recording of hers. */
export type Sonido = {
  mime: string
  segundos: number
  /** Of its bytes, in hexadecimal: what the chain covers. */
  sha256: string
  /** In base64. */
  datos: string
}

/** What the service has of an entry. */
export type Sello = { numero: number; huella: string; sellado: string }

/** A mark, and the entry that it is of; null where that is not on this device. */
export type Eslabon = Sello & { hecho: Hecho | null }

const VERSION = 'registro1'
/** As many letters as one entry may have. */
export const LARGO = 5000

export const SIN_ANTERIOR: Pick<Sello, 'huella' | 'sellado'> = { huella: '', sellado: '' }

/** SHA-256, in hexadecimal, of an entry under its number, after the mark before it. */
export async function huellaOf(
  cuenta: string,
  numero: number,
  anterior: Pick<Sello, 'huella' | 'sellado'>,
  { id, cuando, escrito, texto, foto, sonido, corrige, tacha, sal }: Hecho,
): Promise<string> {
  const canonical = JSON.stringify([
    VERSION,
    cuenta,
    numero,
    anterior.huella,
    anterior.sellado,
    id,
    cuando,
    escrito,
    texto,
    foto ?? '',
    sonido?.sha256 ?? '',
    corrige ?? '',
    tacha ? 'tacha' : '',
    sal,
  ])
  return sha256(new TextEncoder().encode(canonical))
}

/** In hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In the order in which she wrote them down. */
export const byEscrito = (one: Hecho, other: Hecho): number =>
  one.escrito < other.escrito ? -1 : one.escrito > other.escrito ? 1 : one.id < other.id ? -1 : 1

/**
 * Which entries are struck, and by which. A strike that is struck itself strikes nothing.
 */
export function tachadasOf(hechos: readonly Hecho[]): ReadonlyMap<string, Hecho> {
  const struck = new Map<string, Hecho>()
  for (const hecho of [...hechos].sort(byEscrito).reverse())
    if (hecho.tacha && hecho.corrige && !struck.has(hecho.id)) struck.set(hecho.corrige, hecho)
  return struck
}

/** So many entries are tried for a mark at first: on each device she is stamped in the order of writing. */
const NEXT = 4

/**
 * Finds the entry of each mark: which one it is, its hash alone says. The next few entries are tried first, again and again while that finds any;
 * only what is left then is tried with every mark that is left. So a mark whose entry is on another device costs a few hashes.
 *
 * @returns the chain, in its order, and the entries that have no mark yet
 */
export async function enlazar(
  cuenta: string,
  hechos: readonly Hecho[],
  sellos: readonly Sello[],
): Promise<{ cadena: Eslabon[]; sueltos: Hecho[] }> {
  const sueltos = [...hechos].sort(byEscrito)
  const cadena: Eslabon[] = sellos.map((sello) => ({ ...sello, hecho: null }))
  /** @returns whether any was found */
  const look = async (tries: number): Promise<boolean> => {
    const before = sueltos.length
    for (const [index, eslabon] of cadena.entries()) {
      if (eslabon.hecho) continue
      const anterior = cadena[index - 1] ?? SIN_ANTERIOR
      for (const [at, hecho] of sueltos.slice(0, tries).entries()) {
        if ((await huellaOf(cuenta, eslabon.numero, anterior, hecho)) !== eslabon.huella) continue
        eslabon.hecho = hecho
        sueltos.splice(at, 1)
        break
      }
    }
    return sueltos.length < before
  }
  while (await look(NEXT));
  await look(Number.POSITIVE_INFINITY)
  return { cadena, sueltos }
}

/** What she hands over: everything that it takes to compute each hash anew. */
export type Prueba = {
  formato: typeof VERSION
  cuenta: string
  hecha: string
  /** Marks with their entries; of one that is not on this device, the mark alone. */
  entradas: (Sello & Partial<Hecho>)[]
  /** Entries without a mark yet: nothing proves them. */
  sinSello: Hecho[]
}

export const pruebaOf = (
  cuenta: string,
  { cadena, sueltos }: { cadena: readonly Eslabon[]; sueltos: readonly Hecho[] },
  now: Date,
): Prueba => ({
  formato: VERSION,
  cuenta,
  hecha: now.toISOString(),
  entradas: cadena.map(({ hecho, ...sello }) => ({ ...sello, ...hecho })),
  sinSello: [...sueltos],
})
