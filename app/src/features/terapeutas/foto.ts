import { useRef, useState } from 'react'
import { type ClaseArchivo, removeArchivo, uploadArchivo } from '../../lib/api/upload.ts'
import { cropFoto, middleOf } from '../../lib/device/foto.ts'

const FOTO: ClaseArchivo = {
  bucket: 'terapeutas',
  maxMB: 5,
  accept: 'image/*',
  endings: ['jpg'],
  wrong: 'Elige otra foto.',
}

/** The middle of a picture as a small JPEG, drawn anew. @throws Error in words where this browser cannot show it */
async function squareOf(file: File): Promise<File> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode().catch(() => {
      throw new Error('No pudimos abrir esa imagen. Prueba con otra.')
    })
    const square = await cropFoto(image, middleOf({ width: image.naturalWidth, height: image.naturalHeight }))
    return new File([square], 'foto.jpg', { type: 'image/jpeg' })
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A therapist's photo on its way; one that has arrived is not sent again when only the row failed. */
export function useFoto() {
  const [part, setPart] = useState<number | null>(null)
  const arrived = useRef<{ file: File; url: string } | null>(null)
  const send = async (file: File): Promise<string> => {
    if (arrived.current?.file === file) return arrived.current.url
    setPart(0)
    try {
      const url = await uploadArchivo(await squareOf(file), FOTO, setPart)
      arrived.current = { file, url }
      return url
    } finally {
      setPart(null)
    }
  }
  /** One that no row names any more is taken away; the service removes it where that fails. */
  const remove = (url: string | null) => void removeArchivo(url, FOTO).catch(() => {})
  return { part, send, remove }
}
