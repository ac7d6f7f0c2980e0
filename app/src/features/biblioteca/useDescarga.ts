import { useRef, useState } from 'react'
import { openWaitingTab } from '../../lib/outside/outside.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { type Lectura, ownRuta, saveLectura } from './lecturas.ts'
import { type Libro, recordDescarga } from './libros.ts'

/** How a book's download goes: not at all, or so far. */
export type Descarga = { libroId: string; part: number | null; stop: () => void } | null

/**
 * Downloads a book: records it, fetches it onto the device, shows it in the tab that was opened within the tap.
 *
 * @param onStored told the books on this device after one was added
 */
export function useDescarga(onStored: (lecturas: Lectura[]) => void) {
  const { id: userId } = useUser()
  const [descarga, setDescarga] = useState<Descarga>(null)
  const running = useRef<AbortController | null>(null)

  const download = async (libro: Libro & { url_pdf: string }) => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    const tab = openWaitingTab('Preparando tu lectura…')
    const ended = () => {
      if (running.current !== controller) return
      running.current = null
      setDescarga(null)
    }
    const stop = () => {
      controller.abort()
      tab.close()
      ended()
    }
    running.current = controller
    setDescarga({ libroId: libro.id, part: null, stop })
    try {
      await recordDescarga(userId, libro.id)
    } catch {
      if (signal.aborted) return
      tab.close()
      ended()
      toast({
        title: 'Error',
        description: 'No se pudo registrar la descarga. Inténtalo de nuevo.',
        variant: 'destructive',
      })
      return
    }
    const onPart = (part: number | null) => {
      if (!signal.aborted) setDescarga({ libroId: libro.id, part, stop })
    }
    try {
      if (ownRuta(libro.url_pdf)) onStored(await saveLectura(userId, libro, { signal, onPart }))
    } catch {
      // The download is recorded and the book may still open; only the offline copy is missing.
      if (!signal.aborted)
        toast({
          title: 'No se guardó en este dispositivo',
          description: 'Puedes leerlo con conexión e intentar guardarlo después.',
        })
    }
    if (signal.aborted) return
    ended()
    tab.show(libro.url_pdf)
  }

  return { descarga, download }
}
