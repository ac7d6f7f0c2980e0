import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { brand } from '../src/lib/installation/brand.ts'
import { parseEscrito } from '../src/lib/text/escrito.ts'
import { typesetDocumento } from './documento.ts'
import { fillNumeros } from './numeros.ts'

/** The folder of the documents on the site: `/cuadernos/cuaderno-1.pdf`. */
export const CARPETA = 'cuadernos'

/**
 * Every text of `src/textos` as a PDF.
 *
 * @param folder with the texts, `*.md`
 * @returns name of the file, its bytes
 */
export async function typesetDocumentos(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const documents = new Map<string, Buffer>()
  for (const name of names) {
    const source = await readFile(join(folder, name), 'utf8')
    const escrito = parseEscrito(fillNumeros(source))
    documents.set(`${escrito.archivo}.pdf`, await typesetDocumento(escrito, brand.name))
  }
  return documents
}

/** Sets the texts of `src/textos` as PDFs into the build; while developing, when one is asked for. */
export function documentos(): Plugin {
  let folder = ''
  return {
    name: 'amparo:documentos',
    configResolved({ root }) {
      folder = join(root, 'src/textos')
    },
    async generateBundle() {
      for (const [name, source] of await typesetDocumentos(folder)) {
        this.emitFile({ type: 'asset', fileName: `${CARPETA}/${name}`, source })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${CARPETA}`, (request, response, next) => {
        typesetDocumentos(folder).then((documents) => {
          const found = documents.get((request.url ?? '').slice(1))
          if (!found) return next()
          response.setHeader('Content-Type', 'application/pdf')
          response.end(found)
        }, next)
      })
    },
  }
}
