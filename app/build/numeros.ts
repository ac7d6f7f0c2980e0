import type { Plugin } from 'vite'
import { describeFuente, isSourced } from '../src/lib/emergencia/fuente.ts'
import {
  type Fuente,
  INSTALLATION_NUMERO,
  LINEAS,
  type Linea,
  NUMEROS,
} from '../src/lib/emergencia/numeros.ts'

/*
 * Numbers in what is written before anybody knows where she is: the booklets, and the page of a browser without JavaScript. Texts name
 * this installation's in a token; the numbers of every country stand beside them.
 */

const LINEAS_HERE = LINEAS[INSTALLATION_NUMERO.codigo] ?? []
const dialled = ({ telefono, nota }: Linea) => (nota ? `${telefono}, ${nota}` : telefono)

/** What a text may name, as `{emergencia}`. */
const PALABRAS: Readonly<Record<string, string>> = {
  emergencia: INSTALLATION_NUMERO.numeros[0]!,
  'linea-mujeres': dialled(LINEAS_HERE[0]!),
  'linea-vida': `[${LINEAS_HERE[1]!.telefono}](tel:${LINEAS_HERE[1]!.telefono.replaceAll(' ', '')})`,
}

const HEADING = 'Números por país'

/**
 * A text with its numbers: tokens as this installation's, and before its sources the numbers of every country, where it names any.
 *
 * @throws Error for a token that nobody knows
 */
export function fillNumeros(texto: string): string {
  if (!/\{[a-z-]+\}/.test(texto)) return texto
  const filled = texto.replace(/\{([a-z-]+)\}/g, (_, palabra: string) => {
    const known = PALABRAS[palabra]
    if (!known) throw new Error(`a text with «{${palabra}}», which stands for nothing`)
    return known
  })
  return filled.replace('\n## Fuentes\n', () => `\n${listNumeros()}\n\n## Fuentes\n`)
}

function listNumeros(): string {
  const rows = NUMEROS.map((row) => {
    const [first, ...others] = row.numeros
    const also = others.length > 0 ? ` (también ${others.join(', ')})` : ''
    const lineas = (LINEAS[row.codigo] ?? []).map(
      (linea) => ` ${linea.nombre}: ${dialled(linea)}. ${say(linea)}`,
    )
    return `- **${row.pais}:** emergencias, ${first}${also}. ${say(row)}${lineas.join('')}`
  })
  return [
    `## ${HEADING}`,
    'Si no estás en el país de este cuaderno, busca aquí el tuyo. Comprueba un número en un momento tranquilo, antes de necesitarlo.',
    rows.join('\n'),
  ].join('\n\n')
}

const say = (of: Fuente) => (isSourced(of) ? `${describeFuente(of)}.` : 'Sin verificar.')

/** «911 en México; 123 en Colombia; …»: for a page that cannot find out where she is. */
export function sayEveryNumero(): string {
  const own = INSTALLATION_NUMERO.numeros[0]!
  const byNumber = new Map<string, string[]>([[own, []]])
  for (const { numeros, pais } of NUMEROS) {
    const first = numeros[0]!
    byNumber.set(first, [...(byNumber.get(first) ?? []), pais])
  }
  const list = new Intl.ListFormat('es')
  return [...byNumber].map(([numero, paises]) => `${numero} en ${list.format(paises)}`).join('; ')
}

/** Writes them into `index.html`. */
export function numeros() {
  return {
    name: 'amparo:numeros',
    transformIndexHtml: (html: string) =>
      html
        .replace('__NUMEROS__', sayEveryNumero())
        .replaceAll('__NUMERO__', INSTALLATION_NUMERO.numeros[0]!)
        .replace('__FUENTE__', describeFuente(INSTALLATION_NUMERO)),
  } satisfies Plugin
}
