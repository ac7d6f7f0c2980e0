import { LARGEST_BYTES } from '../../lib/cofre/archivos.ts'
import type { Contenido } from '../../lib/cofre/contenido.ts'
import { hasLeft } from '../../lib/device/salida.ts'
import { createStore } from '../../lib/store.ts'
import { shortHora } from '../../lib/time/fechas.ts'

/* One recording of her voice, by the browser's own recorder. Its sound is in this page's memory alone until it is kept. */

/** Three minutes. */
export const LONGEST_S = 180
/** Of speech: a minute is a quarter of a megabyte. */
const BITS_PER_SECOND = 32_000
/** What browsers record, the smallest first. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']
/** Left of the largest file for what the envelope needs. */
const ROOM_BYTES = 64 * 1024

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
   * What was recorded, once it ended: by her, after three minutes, where the microphone was taken away or the page is hidden; null where she
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
 * @returns null where nothing shows it any more once the microphone is granted: then it is let go
 * @throws SinGrabacion
 */
export async function grabar(isGone: () => boolean): Promise<Grabacion | null> {
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
    audioBitsPerSecond: BITS_PER_SECOND,
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
    if (chunks.reduce((sum, { size }) => sum + size, 0) > LARGEST_BYTES - ROOM_BYTES) stop()
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
