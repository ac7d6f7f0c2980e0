import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import type { Bloque, Escrito, Tramo } from '../src/lib/text/escrito.ts'
import { drawPortada, PALETA } from './portada.ts'

const font = (name: string) => readFileSync(new URL(`./fuentes/${name}.ttf`, import.meta.url))
const FONTS = {
  titulo: font('young-serif'),
  texto: font('figtree-regular'),
  fuerte: font('figtree-semibold'),
}

/** A5: a page of it fills a phone held upright, and two fit on a printed sheet. */
const PAGE = { width: 419.53, height: 595.28 }
const MARGIN = { top: 46, bottom: 58, left: 44, right: 44 }
const WIDTH = PAGE.width - MARGIN.left - MARGIN.right
const BOTTOM = PAGE.height - MARGIN.bottom
const BODY = { size: 11, lineGap: 3.2 }
/** Sources are set smaller: they are there to be looked up. */
const NOTE = { size: 9.5, lineGap: 2.4 }
type Letter = typeof BODY
const GAP = 9
const INDENT = 17

type Doc = PDFKit.PDFDocument

/**
 * Sets one of our texts as a PDF: tagged for screen readers, with the app's fonts embedded, a cover, bookmarks and page
 * numbers. The same text always gives the same bytes.
 *
 * @param marca the name on the cover and on the last line
 */
export function typesetDocumento(escrito: Escrito, marca: string): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    // The PDF's title says no more than its file name, since viewers show it in window titles and recent files.
    info: {
      Title: discreetTitulo(escrito.archivo),
      CreationDate: new Date(`${escrito.fecha}T12:00:00Z`),
      ModDate: new Date(`${escrito.fecha}T12:00:00Z`),
      Producer: '',
      Creator: '',
    },
  })
  for (const [name, source] of Object.entries(FONTS)) doc.registerFont(name, source)

  const done = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })

  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, draw: PDFKit.PDFStructureElementChild | PDFKit.PDFStructureElementChild[]) => {
    const element = doc.struct(tag, {}, draw)
    root.add(element)
    element.end()
  }

  drawPortada(doc, escrito, marca, PAGE, add)
  doc.addPage()
  let letter = BODY
  for (const bloque of escrito.bloques) {
    if (bloque.tipo === 'titulo' && bloque.texto === 'Fuentes') letter = NOTE
    drawBloque(doc, bloque, letter, add)
  }
  root.end()
  numberPages(doc)
  doc.end()
  return done
}

/** «cuaderno-3» as a person would write it: «Cuaderno 3». */
function discreetTitulo(archivo: string): string {
  return archivo.charAt(0).toUpperCase() + archivo.slice(1).replaceAll('-', ' ')
}

type Add = (tag: string, draw: PDFKit.PDFStructureElementChild | PDFKit.PDFStructureElementChild[]) => void

function drawBloque(doc: Doc, bloque: Bloque, letter: Letter, add: Add): void {
  switch (bloque.tipo) {
    case 'titulo':
      titulo(doc, bloque, add)
      break
    case 'parrafo':
      keepWhole(doc, bloque.tramos, WIDTH, letter)
      add('P', () => drawTramos(doc, bloque.tramos, { x: MARGIN.left, width: WIDTH, letter }))
      doc.y += GAP
      break
    case 'aviso':
      drawCallout(doc, bloque.tramos, add)
      break
    case 'lista':
      drawLista(doc, bloque, letter, add)
      break
    case 'renglon':
      drawRenglon(doc, bloque.etiqueta, add)
      break
  }
}

/** A heading never ends a page: a whole short paragraph fits under it. */
function titulo(doc: Doc, { nivel, texto }: { nivel: 2 | 3; texto: string }, add: Add): void {
  const size = nivel === 2 ? 18 : 12.5
  reserve(doc, 9)
  if (doc.y > MARGIN.top + 1) doc.y += nivel === 2 ? 10 : 3
  if (nivel === 2) doc.outline.addItem(texto)
  add(nivel === 2 ? 'H2' : 'H3', () => {
    doc.font(nivel === 2 ? 'titulo' : 'fuerte', size).fillColor(nivel === 2 ? PALETA.jacaranda : PALETA.tinta)
    doc.text(texto, MARGIN.left, doc.y, { width: WIDTH, lineGap: 1 })
  })
  doc.y += nivel === 2 ? 6 : 3
}

type Run = { x: number; width: number; letter: Letter; color?: string }

/** Runs of one paragraph, one after the other on the same lines. */
function drawTramos(doc: Doc, tramos: readonly Tramo[], run: Run): void {
  const { x, width, letter, color = PALETA.tinta } = run
  tramos.forEach(({ texto, fuerte, href }, index) => {
    doc.font(fuerte ? 'fuerte' : 'texto', letter.size).fillColor(href ? PALETA.jacaranda : color)
    const options = {
      width,
      lineGap: letter.lineGap,
      continued: index < tramos.length - 1,
      link: href ?? null,
      underline: Boolean(href),
    }
    if (index === 0) doc.text(texto, x, doc.y, options)
    else doc.text(texto, options)
  })
}

function drawCallout(doc: Doc, tramos: readonly Tramo[], add: Add): void {
  const inner = WIDTH - 2 * 14
  const text = tramos.map(({ texto }) => texto).join('')
  // Measured in the wider of the two fonts, so that the text always fits.
  const height =
    doc.font('fuerte', BODY.size).heightOfString(text, { width: inner, lineGap: BODY.lineGap }) + 20
  if (doc.y + height > BOTTOM) doc.continueOnNewPage()
  const top = doc.y
  artifact(doc, () => {
    doc.roundedRect(MARGIN.left, top, WIDTH, height, 10).fill(PALETA.maizSuave)
    doc.roundedRect(MARGIN.left, top + 10, 3, height - 20, 1.5).fill(PALETA.maiz)
  })
  doc.y = top + 11
  add('P', () =>
    drawTramos(doc, tramos, { x: MARGIN.left + 14, width: inner, letter: BODY, color: PALETA.maizTexto }),
  )
  doc.y = top + height + GAP
}

function drawLista(
  doc: Doc,
  { marca, filas }: Extract<Bloque, { tipo: 'lista' }>,
  letter: Letter,
  add: Add,
): void {
  const items = filas.map((fila, index) => {
    const label = () => {
      keepWhole(doc, fila, WIDTH - INDENT, letter)
      const y = doc.y
      if (marca === 'casilla') {
        doc
          .roundedRect(MARGIN.left + 1, y + 2, 9, 9, 2)
          .lineWidth(1)
          .stroke(PALETA.jacaranda)
      } else {
        doc.font('fuerte', letter.size).fillColor(PALETA.jacaranda)
        doc.text(marca === 'numero' ? `${index + 1}.` : '•', MARGIN.left + 1, y, { lineBreak: false })
      }
      doc.y = y
    }
    const body = () => {
      drawTramos(doc, fila, { x: MARGIN.left + INDENT, width: WIDTH - INDENT, letter })
      doc.y += 3.5
    }
    return doc.struct('LI', {}, [doc.struct('Lbl', {}, label), doc.struct('LBody', {}, body)])
  })
  reserve(doc, 2)
  add('L', items)
  doc.y += GAP - 3.5
}

function drawRenglon(doc: Doc, etiqueta: string, add: Add): void {
  if (doc.y + 42 > BOTTOM) doc.continueOnNewPage()
  add('P', () => {
    doc.font('texto', 9.5).fillColor(PALETA.tintaSuave)
    doc.text(etiqueta, MARGIN.left, doc.y, { width: WIDTH })
  })
  const y = doc.y + 19
  artifact(doc, () => {
    doc
      .moveTo(MARGIN.left, y)
      .lineTo(MARGIN.left + WIDTH, y)
      .lineWidth(0.8)
      .stroke(PALETA.linea)
  })
  doc.y = y + 9
}

/** Begins a new page where fewer than so many lines of text are left on this one. */
function reserve(doc: Doc, lines: number): void {
  if (doc.y + lines * (BODY.size * 1.2 + BODY.lineGap) > BOTTOM) doc.continueOnNewPage()
}

/** A short paragraph is not torn over two pages; of a long one at least two lines stay on this one. */
function keepWhole(doc: Doc, tramos: readonly Tramo[], width: number, letter: Letter): void {
  const text = tramos.map(({ texto }) => texto).join('')
  const height = doc.font('texto', letter.size).heightOfString(text, { width, lineGap: letter.lineGap })
  if (doc.y + height <= BOTTOM) return
  if (height < 7 * (letter.size * 1.2 + letter.lineGap)) doc.continueOnNewPage()
  else reserve(doc, 2)
}

/** What is only to be seen, and nothing to be read aloud. */
function artifact(doc: Doc, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/** Page numbers on every page but the cover. */
function numberPages(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start + 1; index < start + count; index++) {
    doc.switchToPage(index)
    // Below the margin, where text would otherwise call for a new page.
    doc.page.margins.bottom = 0
    artifact(
      doc,
      () => {
        doc.font('texto', 9).fillColor(PALETA.tintaSuave)
        doc.text(`${index - start} de ${count - 1}`, MARGIN.left, PAGE.height - 36, {
          width: WIDTH,
          align: 'center',
          lineBreak: false,
        })
      },
      'Pagination',
    )
  }
}
