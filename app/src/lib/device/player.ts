import { createStore } from '../store.ts'
import type { Capitulo } from '../text/episodio.ts'
import { useStore } from '../useStore.ts'

/*
 * The one sound that plays on while she moves about the app: it belongs to no screen. The podcast page starts it,
 * the layout shows it (`features/podcast/Reproductor.tsx`).
 */

export type Pista = { id: string; titulo: string; url: string; capitulos?: readonly Capitulo[] }

export type Sonido = {
  pista: Pista | null
  playing: boolean
  /** In seconds; `duration` is 0 until it is known. */
  position: number
  duration: number
  rate: number
  failed: boolean
}

export const VELOCIDADES = [0.75, 1, 1.25, 1.5, 2] as const

const SILENCE: Sonido = { pista: null, playing: false, position: 0, duration: 0, rate: 1, failed: false }

const store = createStore(SILENCE)
let audio: HTMLAudioElement | null = null
/** Where a sound that was put back begins, once the browser knows it. */
let resumeAt = 0

function set(part: Partial<Sonido>): void {
  store.set({ ...store.get(), ...part })
}

function element(): HTMLAudioElement {
  if (audio) return audio
  const made = new Audio()
  made.preload = 'metadata'
  made.addEventListener('play', () => set({ playing: true, failed: false }))
  made.addEventListener('pause', () => set({ playing: false }))
  made.addEventListener('loadedmetadata', () => {
    if (resumeAt > 0) made.currentTime = Math.min(resumeAt, made.duration || resumeAt)
    resumeAt = 0
  })
  // Until then it stands at the beginning, where she is not.
  made.addEventListener('timeupdate', () => resumeAt === 0 && set({ position: made.currentTime }))
  made.addEventListener('durationchange', () =>
    set({ duration: Number.isFinite(made.duration) ? made.duration : 0 }),
  )
  // Heard to its end it is put away; playing it again begins anew.
  made.addEventListener('ended', closePlayer)
  made.addEventListener('error', () => {
    if (store.get().pista) set({ playing: false, failed: true })
  })
  audio = made
  return made
}

async function play(): Promise<void> {
  try {
    await element().play()
  } catch (failure) {
    // Another sound was asked for in the meantime, or she paused at once: that is no failure.
    if (!(failure instanceof DOMException && failure.name === 'AbortError'))
      set({ playing: false, failed: true })
  }
}

/**
 * Plays a sound from its beginning, or on from where it was when it is the one at hand. Call it within the tap.
 *
 * @param from the second at which it begins instead
 */
export function playEpisodio(pista: Pista, from?: number): void {
  const sound = element()
  const { pista: atHand, failed, position, rate, duration } = store.get()
  const same = atHand?.id === pista.id
  if (!same || failed || !sound.hasAttribute('src')) {
    resumeAt = from ?? (same ? position : 0)
    sound.src = pista.url
    sound.playbackRate = rate
    set({ pista, position: resumeAt, duration: same ? duration : 0, failed: false })
    // What the lock screen shows says nothing of what she listens to.
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title: 'Audio' })
  } else if (from !== undefined) seekTo(from)
  void play()
}

export function togglePlayback(): void {
  const { playing, pista } = store.get()
  if (playing) element().pause()
  else if (pista) playEpisodio(pista)
}

/** Goes to a moment of the sound, in seconds. */
export function seekTo(position: number): void {
  const sound = element()
  const end = store.get().duration || position
  const to = Math.min(Math.max(0, position), end)
  // One that was put back and has not been played yet.
  if (sound.readyState === 0) resumeAt = to
  else sound.currentTime = to
  set({ position: to })
}

/** Puts a sound back where it was, silent until she presses play: nothing is fetched before that. Leaves alone what plays already. */
export function putBack(lugar: Pick<Sonido, 'position' | 'duration' | 'rate'> & { pista: Pista }): void {
  if (store.get().pista === null) set({ ...lugar, playing: false, failed: false })
}

/** Where she is now, whenever that changed; for keeping it. */
export const sonido = { get: store.get, subscribe: store.subscribe }

export function setVelocidad(rate: number): void {
  element().playbackRate = rate
  set({ rate })
}

/** Stops the player and hides it. */
export function closePlayer(): void {
  const { rate } = store.get()
  resumeAt = 0
  audio?.pause()
  audio?.removeAttribute('src')
  audio?.load()
  set({ ...SILENCE, rate })
}

/** What plays now. */
export function useSonido(): Sonido {
  return useStore(store)
}
