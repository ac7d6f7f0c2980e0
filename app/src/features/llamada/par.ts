import { uuid } from '../../lib/random.ts'

/**
 * What a member says in her own topic, to the one that `para` names. `pide` asks for the other's greeting in return, which may not have been
 * heard.
 */
export type Signal = { para: string } & (
  | { tipo: 'hola'; micro: boolean; camara: boolean; soloAudio: boolean; pide?: true }
  | { tipo: 'descripcion'; sesion: string; descripcion: RTCSessionDescriptionInit }
  | { tipo: 'candidato'; sesion: string; candidato: RTCIceCandidateInit }
)

/** Somebody else in the call, as the screen draws her. */
export type Par = { id: string; conectada: boolean; micro: boolean; camara: boolean; stream: MediaStream }

/** What she herself sends, and whether she wants sound alone. */
export type Mine = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null; soloAudio: boolean }

type Options = {
  /** The id of her own stay in the call, and of the other's. */
  yo: string
  id: string
  iceServers: RTCIceServer[]
  mine: () => Mine
  /** Says something in her own topic; lost where that does not stand. */
  say: (signal: Signal) => void
  /** The other looks different now. */
  onChange: () => void
}

/**
 * The connection of two in a call (WebRTC 1.0: offer, answer, candidates). Of the two, the one with the smaller id offers, so that they
 * never offer at once. Nothing that is said has to arrive: a «hola» is said until the connection stands, and each of them makes the one
 * that offers do again what had no answer. Every attempt has an id (`sesion`); what was meant for an earlier one is passed over.
 */
export function createPar({ yo, id, iceServers, mine, say, onChange }: Options) {
  const offers = yo < id
  const seen: Par = { id, conectada: false, micro: false, camara: false, stream: new MediaStream() }
  let soloAudio = false
  let pc: RTCPeerConnection | null = null
  let sesion = ''
  /** Candidates that came before the description they belong to. */
  let early: { sesion: string; candidato: RTCIceCandidateInit }[] = []
  /** What she says is processed in its order. */
  let work: Promise<void> = Promise.resolve()
  let gone = false

  /** @param asks whether the other is to greet in return; a greeting in return does not ask, so that it ends there */
  function greet(asks = false): void {
    const { audio, video, soloAudio } = mine()
    const hola = { tipo: 'hola', para: id, micro: audio !== null, camara: video !== null, soloAudio } as const
    say(asks ? { ...hola, pide: true } : hola)
  }

  /** Gives the connection her sound and picture; no picture where sound alone is wanted. */
  async function feed(): Promise<void> {
    for (const transceiver of pc?.getTransceivers() ?? []) {
      const kind = transceiver.receiver.track.kind as 'audio' | 'video'
      const track = kind === 'video' && soloAudio ? null : mine()[kind]
      // A connection that was closed meanwhile takes nothing any more, and the next one is fed anew.
      if (transceiver.sender.track !== track) await transceiver.sender.replaceTrack(track).catch(() => {})
    }
  }

  /** A new connection instead of the one there was. */
  function connect(attempt: string): RTCPeerConnection {
    if (gone) throw new Error('she has left')
    pc?.close()
    for (const track of seen.stream.getTracks()) seen.stream.removeTrack(track)
    // With a relay, neither learns the other's address.
    const relay = iceServers.some(({ urls }) => [urls].flat().some((url) => url.startsWith('turn')))
    const fresh = new RTCPeerConnection({ iceServers, iceTransportPolicy: relay ? 'relay' : 'all' })
    pc = fresh
    sesion = attempt
    fresh.ontrack = ({ track }) => {
      seen.stream.addTrack(track)
      onChange()
    }
    fresh.onicecandidate = ({ candidate }) => {
      if (candidate) say({ tipo: 'candidato', para: id, sesion: attempt, candidato: candidate.toJSON() })
    }
    fresh.onconnectionstatechange = () => {
      if (pc !== fresh) return
      seen.conectada = fresh.connectionState === 'connected'
      if (seen.conectada) greet()
      onChange()
    }
    return fresh
  }

  function describe(): void {
    const description = pc?.localDescription
    if (description) say({ tipo: 'descripcion', para: id, sesion, descripcion: description.toJSON() })
  }

  /** Offers a connection, or offers again what she may not have heard. */
  async function offer(): Promise<void> {
    const alive = pc && pc.connectionState !== 'failed' && pc.connectionState !== 'closed'
    if (alive && pc?.signalingState === 'stable') return
    if (alive && pc?.localDescription) return describe()
    const fresh = connect(uuid())
    fresh.addTransceiver('audio', { direction: 'sendrecv' })
    fresh.addTransceiver('video', { direction: 'sendrecv' })
    await feed()
    await fresh.setLocalDescription()
    describe()
  }

  async function answer(attempt: string, offered: RTCSessionDescriptionInit): Promise<void> {
    const current = attempt === sesion && pc ? pc : connect(attempt)
    await current.setRemoteDescription(offered)
    for (const transceiver of current.getTransceivers()) transceiver.direction = 'sendrecv'
    await feed()
    await current.setLocalDescription()
    describe()
  }

  /** The candidates that waited for the description of this attempt. */
  async function takeEarly(): Promise<void> {
    const waiting = early.filter((one) => one.sesion === sesion)
    early = []
    for (const { candidato } of waiting) {
      // One that is of no use leaves the others.
      await pc?.addIceCandidate(candidato).catch(() => {})
    }
  }

  function inTurn(next: () => Promise<void>): void {
    // What cannot be processed is said again with the next «hola».
    work = work.then(next).catch(() => {})
  }

  async function take(signal: Signal): Promise<void> {
    if (gone) return
    if (signal.tipo === 'hola') {
      seen.micro = signal.micro
      seen.camara = signal.camara
      soloAudio = signal.soloAudio
      onChange()
      if (signal.pide) greet()
      await feed()
      if (offers && !seen.conectada) await offer()
      return
    }
    if (signal.tipo === 'candidato') {
      if (signal.sesion === sesion && pc?.remoteDescription) await pc.addIceCandidate(signal.candidato)
      else if (signal.sesion === sesion || !offers) early.push(signal)
      return
    }
    const { type } = signal.descripcion
    if (type === 'offer' && !offers) await answer(signal.sesion, signal.descripcion)
    else if (type === 'answer' && signal.sesion === sesion && pc?.signalingState === 'have-local-offer')
      await pc.setRemoteDescription(signal.descripcion)
    else return
    await takeEarly()
  }

  return {
    /** As the screen draws her; a new object each time. */
    seen: (): Par => ({ ...seen }),
    greet,
    feed,

    hear: (signal: Signal) => inTurn(() => take(signal)),

    /** Says again what may not have been heard, while they are not connected; also where the other believes that they are. */
    insist(): void {
      if (seen.conectada) return
      greet()
      if (offers && pc) inTurn(offer)
    },

    close(): void {
      gone = true
      pc?.close()
      pc = null
    },
  }
}
