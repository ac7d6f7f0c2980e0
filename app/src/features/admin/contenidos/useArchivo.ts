import { useEffect, useRef, useState } from 'react'
import { messageOf, ServiceError } from '../../../lib/api/errors.ts'
import {
  type ClaseArchivo,
  canReplace,
  checkArchivo,
  lookInside,
  removeArchivo,
  uploadArchivo,
} from '../../../lib/api/upload.ts'
import { sayFailed, sayStopped } from '../toasts.ts'

/** The address of the current file, or what its field says of it; nothing where the toast has said it. */
type Sent = { url: string | null } | { refused: { archivo?: string } }

/**
 * A file on its way to being published. What has arrived once is not sent again, whatever fails after it; closing the form in the middle
 * stops it, and nothing is published. One of the same kind takes the place of the file that is there, whose address stays.
 *
 * @param current the address of the current file
 */
export function useArchivo(clase: ClaseArchivo, current: string | null) {
  const [part, setPart] = useState<number | null>(null)
  /** `stays`: it took the place of another, and is published. */
  const arrived = useRef<{ file: File; url: string; stays: boolean } | null>(null)
  const closed = useRef(false)
  const committed = useRef(false)
  const stop = useRef<AbortController | null>(null)

  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
      if (stop.current) {
        stop.current.abort()
        sayStopped()
      }
      // A file that no row names would stay for ever.
      if (arrived.current && !arrived.current.stays && !committed.current)
        // A file that no row names is cleared away by the service.
        void removeArchivo(arrived.current.url, clase).catch(() => {})
    }
  }, [clase])

  const send = async (file: File | null): Promise<Sent> => {
    if (!file) return { url: current }
    if (arrived.current?.file === file) return { url: arrived.current.url }
    const wrong = await lookInside(file, clase)
    if (wrong) return { refused: { archivo: wrong } }
    const controller = new AbortController()
    stop.current = controller
    committed.current = false
    setPart(0)
    try {
      const url = await uploadArchivo(file, clase, setPart, {
        signal: controller.signal,
        replaces: current,
      })
      arrived.current = { file, url, stays: canReplace(file, current, clase) }
      return { url }
    } catch (failure) {
      // A file that the server refused is wrong; one that only broke off may be sent again.
      const isWrong = failure instanceof ServiceError && [413, 415, 422].includes(failure.status)
      if (isWrong) return { refused: { archivo: messageOf(failure) } }
      if (!controller.signal.aborted) sayFailed('No se pudo subir el archivo', failure)
      return { refused: {} }
    } finally {
      stop.current = null
      setPart(null)
    }
  }

  return {
    part,
    send,
    check: (file: File | null) => (file && checkArchivo(file, clase)) || undefined,
    /** From here on what was sent may be published, and is not taken away. @returns false where the form was closed: then it is not */
    commit: (): boolean => {
      committed.current = !closed.current
      return committed.current
    },
  }
}
