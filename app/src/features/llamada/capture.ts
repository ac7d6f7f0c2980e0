export type Kind = 'audio' | 'video'
export type Tracks = Record<Kind, MediaStreamTrack | null>

/** Small enough for a mesh of four on a phone's connection. */
const WANTED: Record<Kind, MediaStreamConstraints> = {
  audio: { audio: { echoCancellation: true, noiseSuppression: true } },
  video: {
    video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { max: 24 }, facingMode: 'user' },
  },
}

type Options = {
  /** A device was turned on or off: what is on now. */
  onTracks: (tracks: Tracks) => void
  /** Gives the others her sound or picture; null where it is off. */
  send: (kind: Kind, track: MediaStreamTrack | null) => void
  /** The browser did not give the device. */
  onFailure: (kind: Kind, failure: unknown) => void
}

/**
 * Microphone and camera of one stay in a call: at most one of each, none that she did not ask for last, and none once it is over. A browser takes
 * its time to give one (it asks her first): what she changed her mind about meanwhile is let go of as soon as it comes.
 */
export function createCapture({ onTracks, send, onFailure }: Options) {
  let tracks: Tracks = { audio: null, video: null }
  /** The request under way for each device. An answer to any other request is for one that she no longer wants. */
  const asked: Record<Kind, object | null> = { audio: null, video: null }
  let soloAudio = false
  let over = false

  function hold(kind: Kind, track: MediaStreamTrack | null): void {
    tracks = { ...tracks, [kind]: track }
    onTracks(tracks)
    send(kind, track)
  }

  /** The device is let go of, and its light goes out. */
  function release(kind: Kind): void {
    asked[kind] = null
    const track = tracks[kind]
    if (!track) return
    track.stop()
    hold(kind, null)
  }

  async function request(kind: Kind): Promise<void> {
    const mine = {}
    asked[kind] = mine
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED[kind])
      const [track] = stream.getTracks()
      if (!track || asked[kind] !== mine) return track?.stop()
      asked[kind] = null
      // The device was unplugged, or the system took it away.
      track.onended = () => {
        if (tracks[kind] === track) hold(kind, null)
      }
      hold(kind, track)
    } catch (failure) {
      if (asked[kind] !== mine) return
      asked[kind] = null
      onFailure(kind, failure)
    }
  }

  return {
    /** Turns a device on or off; what is still being asked for is off, too. */
    async toggle(kind: Kind): Promise<void> {
      if (tracks[kind] || asked[kind]) release(kind)
      else if (!over && !(kind === 'video' && soloAudio)) await request(kind)
    },

    /** Sound alone: a camera that is on goes out, and one that is asked for never comes on. */
    setSoloAudio(value: boolean): void {
      soloAudio = value
      if (value) release('video')
    },

    /** Turns off the microphone and the camera. */
    close(): void {
      over = true
      release('audio')
      release('video')
    },
  }
}

export type Capture = ReturnType<typeof createCapture>
