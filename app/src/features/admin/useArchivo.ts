import { useRef, useState } from 'react'
import { messageOf, ServiceError } from '../../data/errors.ts'
import { type ClaseArchivo, checkArchivo, uploadArchivo } from '../../data/upload.ts'
import { sayFailed } from './toasts.ts'

/** Where the file lies now, or what its field says of it; nothing where the toast has said it. */
type Sent = { url: string | null } | { refused: { archivo?: string } }

/**
 * A file on its way to being published. What has arrived once is not sent again, whatever fails after it.
 *
 * @param current where the file lies that is there now
 */
export function useArchivo(clase: ClaseArchivo, current: string | null) {
  const [part, setPart] = useState<number | null>(null)
  const arrived = useRef<{ file: File; url: string } | null>(null)

  const send = async (file: File | null): Promise<Sent> => {
    if (!file) return { url: current }
    if (arrived.current?.file === file) return { url: arrived.current.url }
    setPart(0)
    try {
      const url = await uploadArchivo(file, clase, setPart)
      arrived.current = { file, url }
      return { url }
    } catch (failure) {
      // A file that the server refused is wrong; one that only broke off may be sent again.
      const isWrong = failure instanceof ServiceError && [413, 415].includes(failure.status)
      if (isWrong) return { refused: { archivo: messageOf(failure) } }
      sayFailed('No se pudo subir el archivo', failure)
      return { refused: {} }
    } finally {
      setPart(null)
    }
  }

  return { part, send, check: (file: File | null) => (file && checkArchivo(file, clase)) || undefined }
}
