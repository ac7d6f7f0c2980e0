import type { Escrito } from '../src/lib/text/escrito.ts'

/** The light theme's colours (`styles/tokens.css`), for paper. */
export const PALETA = {
  jacaranda: '#5b2e91',
  jacarandaViva: '#7e4fb8',
  jacarandaClara: '#c9aeea',
  crema: '#fcf8f3',
  maiz: '#f2b544',
  maizSuave: '#fdf0d6',
  maizTexto: '#7a5200',
  tinta: '#221833',
  tintaSuave: '#5d5170',
  linea: '#b9a9cc',
} as const

/** The symbol: five petals around a house with its light on (`public/icono.svg`). */
const PETAL = 'M0 0C-14-6-24-22-20-38-17-50-6-52 0-45 6-52 17-50 20-38 24-22 14-6 0 0Z'
const HOUSE = 'M-13 12V-2L0-14 13-2V12Z'
const DOOR = 'M-4.5 12V4a4.5 4.5 0 0 1 9 0v8Z'

const MONTHS =
  'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre'.split(',')

type Add = (tag: string, draw: () => void) => void

/** The cover: violet background with a large symbol, the title, and the date of the last review. */
export function drawPortada(
  doc: PDFKit.PDFDocument,
  { titulo, subtitulo, fecha }: Escrito,
  marca: string,
  { width, height }: { width: number; height: number },
  add: Add,
): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, width, height).fill(PALETA.jacaranda)
  flor(doc, { x: width * 0.72, y: height * 0.27, scale: 3.7, petals: PALETA.jacarandaViva })
  doc.endMarkedContent()

  const left = 44
  const box = width - 2 * left
  doc.font('titulo', 30)
  const titleHeight = doc.heightOfString(titulo, { width: box, lineGap: 1 })
  doc.font('texto', 13)
  const subtitleHeight = doc.heightOfString(subtitulo, { width: box, lineGap: 3 })
  const top = height - 108 - titleHeight - subtitleHeight

  add('H1', () => {
    doc.font('titulo', 30).fillColor(PALETA.crema).text(titulo, left, top, { width: box, lineGap: 1 })
  })
  add('P', () => {
    doc.font('texto', 13).fillColor(PALETA.jacarandaClara)
    doc.text(subtitulo, left, top + titleHeight + 10, { width: box, lineGap: 3 })
  })
  add('P', () => {
    const [year, month] = fecha.split('-').map(Number)
    doc.font('fuerte', 10).fillColor(PALETA.crema)
    doc.text(`${marca} · ${MONTHS[month! - 1]} de ${year}`, left, height - 74, {
      width: box,
      lineBreak: false,
    })
  })
}

function flor(
  doc: PDFKit.PDFDocument,
  { x, y, scale, petals }: { x: number; y: number; scale: number; petals: string },
): void {
  doc.save().translate(x, y).scale(scale)
  for (let petal = 0; petal < 5; petal++) {
    doc.save().rotate(petal * 72)
    doc.path(PETAL).fill(petals)
    doc.restore()
  }
  doc.path(HOUSE).fill(PALETA.crema)
  doc.path(DOOR).fill(PALETA.maiz)
  doc.restore()
}
