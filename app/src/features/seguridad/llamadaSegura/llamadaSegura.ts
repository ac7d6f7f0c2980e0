import vozUrl from './audio/llamada.mp3'
import timbreUrl from './audio/llamada-entrante.mp3'

/** How long after the ring the voice begins (docs/product.md#safety). */
export const PAUSA_MS = 500

/** What a call can be begun, answered and stopped by. */
export type Llamada = {
  /** The phone rings from now on. */
  ring: () => void
  /** Ends the ring; the conversation follows after {@link PAUSA_MS}. */
  pickUp: () => void
  hangUp: () => void
}

type Options = {
  /** The conversation has ended by itself. */
  onFin: () => void
  /** A recording cannot be had or played. */
  onError: () => void
}

/**
 * Fetches the ring beforehand, so that a tap rings at once. The voice is 330 KB, and comes while it rings; without a network the service
 * worker has both.
 */
export function prepareLlamadaSegura(): void {
  void fetch(timbreUrl).catch(() => {
    // Asked for again at the tap, which says so if it is still missing.
  })
}

async function grabacion(audio: AudioContext, url: string): Promise<AudioBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`recording: ${response.status}`)
  return audio.decodeAudioData(await response.arrayBuffer())
}

/**
 * Gets the phone ready to ring. Call it straight from the tap: what is opened there may play later, minutes from then or half a second
 * after another sound has ended, which an audio element in Safari may not. It needs no partial answers of the service worker
 * either, which audio elements in Safari ask for.
 */
export function openLlamadaSegura({ onFin, onError }: Options): Llamada {
  // Makes an iPhone in silent mode ring all the same (Safari 16.4 and later).
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'

  let audio: AudioContext
  try {
    audio = new AudioContext()
    void audio.resume()
  } catch {
    queueMicrotask(onError)
    return { ring: () => {}, pickUp: () => {}, hangUp: () => {} }
  }

  let timbre: AudioBufferSourceNode | undefined
  let contestada = false
  let terminada = false
  let suena = false
  let speaking: ReturnType<typeof setTimeout> | undefined
  let temblor: ReturnType<typeof setInterval> | undefined

  const vibrate = (pattern: VibratePattern) => navigator.vibrate?.(pattern)

  const hangUp = () => {
    terminada = true
    clearTimeout(speaking)
    clearInterval(temblor)
    vibrate(0)
    if (audioSession) audioSession.type = 'auto'
    // It is closed already.
    void audio.close().catch(() => {})
  }
  const fail = () => {
    if (terminada) return
    hangUp()
    onError()
  }
  const playSound = (sonido: AudioBuffer, loop: boolean) => {
    const source = audio.createBufferSource()
    source.buffer = sonido
    source.loop = loop
    source.connect(audio.destination)
    source.start()
    return source
  }

  const voz = grabacion(audio, vozUrl)
  // A missing conversation is reported only once she answers.
  voz.catch(() => {})

  const tono = grabacion(audio, timbreUrl)
  // A missing ring is reported when it should be heard.
  tono.catch(() => {})

  return {
    ring() {
      if (suena || terminada) return
      suena = true
      // A browser may have put it to sleep while nothing was heard.
      void audio.resume()
      temblor = setInterval(() => vibrate([700, 400, 700]), 3_000)
      vibrate([700, 400, 700])
      tono
        .then((sonido) => {
          if (!terminada && !contestada) timbre = playSound(sonido, true)
        })
        .catch(fail)
    },
    pickUp() {
      if (contestada || terminada) return
      contestada = true
      timbre?.stop()
      clearInterval(temblor)
      vibrate(0)
      void audio.resume()
      speaking = setTimeout(() => {
        voz
          .then((sonido) => {
            if (terminada) return
            playSound(sonido, false).onended = () => !terminada && onFin()
          })
          .catch(fail)
      }, PAUSA_MS)
    },
    hangUp,
  }
}
