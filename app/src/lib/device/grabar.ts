import type { Contenido } from '../cofre/contenido.ts'
import { createStore } from '../store.ts'
import { shortHora } from '../time/fechas.ts'
import { hasLeft } from './salida.ts'

/* One recording of her voice, by the browser's own recorder. Its sound is in this page's memory alone until it is kept. */

/** Three minutes. */
export const LONGEST_S = 180
/** What browsers record, the smallest first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Why nothing was recorded, in words for her. */
export class SinGrabacion extends Error {
  override name = 'SinGrabacion'
}

const REASONS: Record<string, string> = {
  NotAllowedError:
    'El navegador no tiene permiso para usar el micrófono. Puedes darlo en los ajustes de este sitio.',
  NotFoundError: 'No encontramos un micrófono en este dispositivo.',
  NotReadableError: 'Otra aplicación está usando el micrófono. Ciérrala e inténtalo de nuevo.',
}

export type Grabacion = {
  /** How many seconds it has. */
  get: () => number
  subscribe: (listener: () => void) => () => void
  /**
   * What was recorded, once it ended: by her, after three minutes or the largest size, where the microphone was taken away or the page is hidden; null where she
   * threw it away or left by quick exit.
   */
  ended: Promise<Contenido | null>
  stop: () => void
  discard: () => void
}

const isHidden = () => document.visibilityState === 'hidden'

/**
 * Asks for the microphone, and records. Call it from a tap: the browser asks her then.
 *
 * @param isGone whether the screen that shows the recording is gone
 * @param bits wanted for each second; a browser may take more
 * @param largest so many bytes end it
 * @returns null where nothing shows it any more once the microphone is granted: then it is let go
 * @throws SinGrabacion
 */
export async function grabar(
  isGone: () => boolean,
  { bits, largest }: { bits: number; largest: number },
): Promise<Grabacion | null> {
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined')
    throw new SinGrabacion('Este navegador no puede grabar.')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((failure: unknown) => {
    throw new SinGrabacion(REASONS[(failure as DOMException).name] ?? 'No se pudo usar tu micrófono.')
  })
  if (isGone() || hasLeft() || isHidden()) {
    for (const track of stream.getTracks()) track.stop()
    return null
  }
  const begun = performance.now()
  const hora = shortHora(new Date())
  const seconds = () => Math.min(LONGEST_S, Math.round((performance.now() - begun) / 1000))
  const store = createStore(0)
  const chunks: Blob[] = []
  let wanted = true

  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bits,
    ...(type && { mimeType: type }),
  })
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const discard = () => {
    wanted = false
    stop()
  }
  const hidden = () => {
    if (isHidden()) stop()
  }
  const ended = new Promise<Contenido | null>((resolve) => {
    recorder.addEventListener('stop', async () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', hidden)
      for (const track of stream.getTracks()) track.stop()
      const sound = new Blob(chunks)
      if (!wanted || sound.size === 0) return resolve(null)
      const mime = recorder.mimeType || type || 'audio/webm'
      resolve({
        mime,
        segundos: Math.max(1, seconds()),
        hora,
        datos: new Uint8Array(await sound.arrayBuffer()),
      })
    })
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    chunks.push(data)
    // A browser that takes no wish for fewer bits.
    if (chunks.reduce((sum, { size }) => sum + size, 0) > largest) stop()
  })
  for (const track of stream.getTracks()) track.addEventListener('ended', stop)
  document.addEventListener('visibilitychange', hidden)
  recorder.start(1000)
  const clock = setInterval(() => {
    store.set(seconds())
    // Quick exit empties the page, which stays where no other can be reached.
    if (hasLeft()) discard()
    if (seconds() >= LONGEST_S) stop()
  }, 250)

  return {
    get: store.get,
    subscribe: store.subscribe,
    ended,
    stop,
    discard,
  }
}
