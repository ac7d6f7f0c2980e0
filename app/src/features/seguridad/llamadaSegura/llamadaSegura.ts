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
  /** A recording cannot be had, or the browser plays none: the call goes on without sound. Told once. */
  onMuda: () => void
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

/** A recording. @returns plays it */
async function grabacion(
  audio: AudioContext | null,
  url: string,
): Promise<(loop: boolean) => AudioBufferSourceNode> {
  if (!audio) throw new Error('this browser has no sound')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`recording: ${response.status}`)
  const buffer = await audio.decodeAudioData(await response.arrayBuffer())
  return (loop) => {
    const source = audio.createBufferSource()
    source.buffer = buffer
    source.loop = loop
    source.connect(audio.destination)
    source.start()
    return source
  }
}

function createAudio(): AudioContext | null {
  try {
    return new AudioContext()
  } catch {
    return null
  }
}

/** So long a browser may take to begin with sound; one that refuses it says so, or nothing at all. */
const WAKE_MS = 1_000

/**
 * Gets the phone ready to ring. Call it straight from the tap: what is opened there may play later, minutes from then or half a second
 * after another sound has ended, which an audio element in Safari may not. It needs no partial answers of the service worker
 * either, which audio elements in Safari ask for.
 */
export function openLlamadaSegura({ onFin, onMuda }: Options): Llamada {
  // Makes an iPhone in silent mode ring all the same (Safari 16.4 and later).
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'

  let timbre: AudioBufferSourceNode | undefined
  let contestada = false
  let terminada = false
  let suena = false
  let muda = false
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
    void audio?.close().catch(() => {})
  }
  const fail = () => {
    if (terminada || muda) return
    muda = true
    onMuda()
  }
  const audio = createAudio()
  // A browser may have put it to sleep while nothing was heard.
  const wake = () => {
    audio?.resume().catch(fail)
    setTimeout(() => {
      if (audio?.state !== 'running') fail()
    }, WAKE_MS)
  }
  wake()

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
      wake()
      temblor = setInterval(() => vibrate([700, 400, 700]), 3_000)
      vibrate([700, 400, 700])
      tono
        .then((play) => {
          if (!terminada && !contestada) timbre = play(true)
        })
        .catch(fail)
    },
    pickUp() {
      if (contestada || terminada) return
      contestada = true
      timbre?.stop()
      clearInterval(temblor)
      vibrate(0)
      wake()
      speaking = setTimeout(() => {
        voz
          .then((play) => {
            if (terminada) return
            play(false).onended = () => !terminada && onFin()
          })
          .catch(fail)
      }, PAUSA_MS)
    },
    hangUp,
  }
}
