import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCapture, type Kind, type Tracks } from './capture.ts'

/** A device's track; `live` until somebody stops it. */
class Track {
  live = true
  onended: (() => void) | null = null
  stop = () => {
    this.live = false
  }
}

let given: Track[]
/** Requests that the browser has not answered. */
let waiting: { give: () => Track; refuse: (failure: Error) => void }[]
let tracks: Tracks
let sent: [Kind, unknown][]
let failures: [Kind, unknown][]
const live = () => given.filter((track) => track.live)

beforeEach(() => {
  given = []
  waiting = []
  sent = []
  failures = []
  tracks = { audio: null, video: null }
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: () =>
        new Promise((resolve, reject) => {
          waiting.push({
            give() {
              const track = new Track()
              given.push(track)
              resolve({ getTracks: () => [track] })
              return track
            },
            refuse: reject,
          })
        }),
    },
  })
  return () => vi.unstubAllGlobals()
})

const start = () =>
  createCapture({
    onTracks: (now) => {
      tracks = now
    },
    send: (kind, track) => void sent.push([kind, track]),
    onFailure: (kind, failure) => void failures.push([kind, failure]),
  })

describe('a device of a call', () => {
  it('is on once the browser gives it, and let go of when she turns it off', async () => {
    const capture = start()
    const on = capture.toggle('video')
    const track = waiting[0]!.give()
    await on
    expect(tracks.video).toBe(track)
    expect(sent).toEqual([['video', track]])
    await capture.toggle('video')
    expect(live()).toEqual([])
    expect(tracks.video).toBeNull()
    expect(sent.at(-1)).toEqual(['video', null])
  })

  it('is off where she pressed again before it came, whenever it comes', async () => {
    const capture = start()
    const on = capture.toggle('video')
    await capture.toggle('video')
    waiting[0]!.give()
    await on
    expect(live()).toEqual([])
    expect(tracks.video).toBeNull()
    expect(sent).toEqual([])
  })

  it('is one, though two were asked for and come in any order', async () => {
    const capture = start()
    const first = capture.toggle('video')
    await capture.toggle('video')
    const second = capture.toggle('video')
    expect(waiting).toHaveLength(2)
    const wanted = waiting[1]!.give()
    await second
    waiting[0]!.give()
    await first
    expect(live()).toEqual([wanted])
    expect(tracks.video).toBe(wanted)
    await capture.toggle('video')
    expect(live()).toEqual([])
  })

  it('is no camera where she chose sound alone meanwhile, nor after it', async () => {
    const capture = start()
    const on = capture.toggle('video')
    capture.setSoloAudio(true)
    waiting[0]!.give()
    await on
    expect(live()).toEqual([])
    expect(sent).toEqual([])
    await capture.toggle('video')
    expect(waiting).toHaveLength(1)
  })

  it('goes out where she chooses sound alone, and her voice stays', async () => {
    const capture = start()
    const both = [capture.toggle('audio'), capture.toggle('video')]
    const voice = waiting[0]!.give()
    waiting[1]!.give()
    await Promise.all(both)
    capture.setSoloAudio(true)
    expect(live()).toEqual([voice])
    expect(tracks).toEqual({ audio: voice, video: null })
  })

  it('is let go of when the stay is over, also one that comes after it', async () => {
    const capture = start()
    const voice = capture.toggle('audio')
    waiting[0]!.give()
    await voice
    const picture = capture.toggle('video')
    capture.close()
    expect(tracks).toEqual({ audio: null, video: null })
    waiting[1]!.give()
    await picture
    expect(live()).toEqual([])
    await capture.toggle('audio')
    expect(waiting).toHaveLength(2)
  })

  it('that is unplugged is off; one that was let go of before says nothing of the next', async () => {
    const capture = start()
    const first = capture.toggle('audio')
    const old = waiting[0]!.give()
    await first
    old.onended?.()
    expect(tracks.audio).toBeNull()
    const second = capture.toggle('audio')
    const track = waiting[1]!.give()
    await second
    old.onended?.()
    expect(tracks.audio).toBe(track)
  })

  it('that cannot be had is said once, and not where she no longer wants it', async () => {
    const capture = start()
    const on = capture.toggle('audio')
    const failure = new Error('no device')
    waiting[0]!.refuse(failure)
    await on
    expect(failures).toEqual([['audio', failure]])
    const again = capture.toggle('audio')
    await capture.toggle('audio')
    waiting[1]!.refuse(failure)
    await again
    expect(failures).toHaveLength(1)
  })
})
