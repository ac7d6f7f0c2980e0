import { afterEach, expect, it, vi } from 'vitest'

/** What of the browser's sound the player uses. */
class Sound extends EventTarget {
  static made: Sound[] = []
  src = ''
  currentTime = 0
  constructor() {
    super()
    Sound.made.push(this)
  }
  hasAttribute = () => this.src !== ''
  removeAttribute = () => {
    this.src = ''
  }
  load() {}
  pause() {}
  play = async () => void this.dispatchEvent(new Event('play'))
}

afterEach(() => {
  vi.unstubAllGlobals()
  Sound.made = []
})

it('an episode that was heard to its end closes its player, and begins anew', async () => {
  vi.stubGlobal('Audio', Sound)
  vi.stubGlobal('navigator', {})
  vi.resetModules()
  const { playEpisodio, sonido } = await import('./player.ts')
  const pista = { id: 'uno', titulo: 'Respirar', url: '/uno.mp3' }
  playEpisodio(pista)
  await Promise.resolve()
  expect(sonido.get()).toMatchObject({ pista, playing: true })
  Sound.made[0]!.dispatchEvent(new Event('ended'))
  expect(sonido.get()).toMatchObject({ pista: null, playing: false, position: 0 })
  playEpisodio(pista)
  expect(sonido.get()).toMatchObject({ pista, position: 0 })
})
