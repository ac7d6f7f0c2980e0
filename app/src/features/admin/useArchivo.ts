import { useRef, useState } from 'react'
import { type ClaseArchivo, uploadArchivo } from '../../data/upload.ts'

/**
 * A file on its way to being published. What has arrived once is not sent again, whatever fails after it.
 *
 * @param current where the file lies that is there now
 */
export function useArchivo(clase: ClaseArchivo, current: string | null) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState('')
  const [part, setPart] = useState<number | null>(null)
  const arrived = useRef<{ file: File; url: string } | null>(null)

  const choose = (chosen: File | null, problem: string) => {
    setFile(chosen)
    setError(problem)
  }

  /** Where the file lies now; throws ServiceError when it did not arrive. */
  const send = async (): Promise<string | null> => {
    if (!file) return current
    if (arrived.current?.file === file) return arrived.current.url
    setPart(0)
    try {
      const url = await uploadArchivo(file, clase, setPart)
      arrived.current = { file, url }
      return url
    } finally {
      setPart(null)
    }
  }

  return { file, error, part, choose, send, fail: setError }
}
