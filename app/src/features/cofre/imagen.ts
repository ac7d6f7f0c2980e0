const WIDTH = 720
const LINE = 64
const MARGIN = 56

/** The words in a picture to keep, without a name that would say what they are for. */
export async function imageOf(palabras: readonly string[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const rows = Math.ceil(palabras.length / 2)
  canvas.width = WIDTH
  canvas.height = 2 * MARGIN + rows * LINE
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#222'
  pen.font = '600 32px system-ui, sans-serif'
  pen.textBaseline = 'middle'
  palabras.forEach((palabra, at) => {
    const x = MARGIN + (at % 2) * (WIDTH / 2 - MARGIN / 2)
    pen.fillText(`${at + 1}. ${palabra}`, x, MARGIN + (Math.floor(at / 2) + 0.5) * LINE)
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/png',
    ),
  )
}
