import { type LiveChannel, openChannel } from '../../data/live.ts'
import { uuid } from '../../lib/random.ts'

/** A signalling message that a member sends in her own topic; `para` is its addressee. */
type Signal =
  | { tipo: 'hola'; para: string; micro: boolean; camara: boolean; soloAudio: boolean }
  | { tipo: 'descripcion'; para: string; sesion: string; descripcion: RTCSessionDescriptionInit }
  | { tipo: 'candidato'; para: string; sesion: string; candidato: RTCIceCandidateInit }

/** Somebody else in the call, as the screen draws her. */
export type Par = { id: string; conectada: boolean; micro: boolean; camara: boolean; stream: MediaStream }

type Enlace = Par & {
  soloAudio: boolean
  pc: RTCPeerConnection | null
  sesion: string
  waiting: RTCIceCandidateInit[]
  /** Her messages are processed one after the other. */
  work: Promise<void>
  close: () => void
}

const HELLO_MS = 1500

type Options = {
  /** The id of her own stay in the call. */
  yo: string
  iceServers: RTCIceServer[]
  onChange: (pares: Par[]) => void
}

/**
 * The connections of one call: each with each, up to four. Everybody speaks in a live topic of her own, into which only
 * she can write and which only those in the call can hear; so nobody can speak for another. Of two, the one with the
 * smaller id offers. «hola» is said until the connection stands, and tells the other that she is heard.
 */
export function createMalla({ yo, iceServers, onChange }: Options) {
  const enlaces = new Map<string, Enlace>()
  const mine: Record<'audio' | 'video', MediaStreamTrack | null> = { audio: null, video: null }
  let soloAudio = false
  let own: LiveChannel | undefined
  let ready = false

  const relay = iceServers.some(({ urls }) => [urls].flat().some((url) => url.startsWith('turn')))
  const changed = () =>
    onChange(
      [...enlaces.values()].map(({ id, conectada, micro, camara, stream }) => ({
        id,
        conectada,
        micro,
        camara,
        stream,
      })),
    )

  const closeOwn = openChannel(
    `llamada:${yo}`,
    { config: { private: true, broadcast: { self: false } } },
    (channel) => {
      own = channel
      channel.subscribe((status) => {
        ready = status === 'SUBSCRIBED'
        if (ready) greetAll()
      })
    },
  )

  function say(signal: Signal) {
    if (ready) void own?.send({ type: 'broadcast', event: 'aviso', payload: signal })
  }

  function greet({ id }: Enlace) {
    say({ tipo: 'hola', para: id, micro: mine.audio !== null, camara: mine.video !== null, soloAudio })
  }

  function greetAll() {
    for (const enlace of enlaces.values()) greet(enlace)
  }

  const timer = setInterval(() => {
    for (const enlace of enlaces.values()) if (!enlace.conectada) greet(enlace)
  }, HELLO_MS)

  /** Her own sound and picture on one connection; no picture to who asked for sound alone. */
  async function feed(enlace: Enlace) {
    for (const transceiver of enlace.pc?.getTransceivers() ?? []) {
      const kind = transceiver.receiver.track.kind as 'audio' | 'video'
      const track = kind === 'video' && enlace.soloAudio ? null : mine[kind]
      if (transceiver.sender.track !== track) await transceiver.sender.replaceTrack(track).catch(() => {})
    }
  }

  function connect(enlace: Enlace, sesion: string): RTCPeerConnection {
    enlace.pc?.close()
    for (const track of enlace.stream.getTracks()) enlace.stream.removeTrack(track)
    const pc = new RTCPeerConnection({ iceServers, iceTransportPolicy: relay ? 'relay' : 'all' })
    Object.assign(enlace, { pc, sesion, waiting: [] })
    pc.ontrack = ({ track }) => {
      enlace.stream.addTrack(track)
      changed()
    }
    pc.onicecandidate = ({ candidate }) => {
      if (candidate) say({ tipo: 'candidato', para: enlace.id, sesion, candidato: candidate.toJSON() })
    }
    pc.onconnectionstatechange = () => {
      if (enlace.pc !== pc) return
      enlace.conectada = pc.connectionState === 'connected'
      if (enlace.conectada) greet(enlace)
      changed()
    }
    return pc
  }

  async function offer(enlace: Enlace) {
    const { pc } = enlace
    const alive = pc && pc.connectionState !== 'failed' && pc.connectionState !== 'closed'
    if (alive && pc.signalingState === 'stable') return
    if (alive && pc.localDescription) return describe(enlace, pc)
    const fresh = connect(enlace, uuid())
    fresh.addTransceiver('audio', { direction: 'sendrecv' })
    fresh.addTransceiver('video', { direction: 'sendrecv' })
    await feed(enlace)
    await fresh.setLocalDescription()
    describe(enlace, fresh)
  }

  function describe({ id, sesion }: Enlace, pc: RTCPeerConnection) {
    const description = pc.localDescription
    if (description) say({ tipo: 'descripcion', para: id, sesion, descripcion: description.toJSON() })
  }

  async function take(enlace: Enlace, signal: Signal) {
    if (signal.tipo === 'hola') {
      enlace.micro = signal.micro
      enlace.camara = signal.camara
      enlace.soloAudio = signal.soloAudio
      changed()
      await feed(enlace)
      if (yo < enlace.id && !enlace.conectada) await offer(enlace)
      return
    }
    if (signal.tipo === 'candidato') {
      if (signal.sesion !== enlace.sesion && yo < enlace.id) return
      if (signal.sesion === enlace.sesion && enlace.pc?.remoteDescription)
        await enlace.pc.addIceCandidate(signal.candidato)
      else enlace.waiting.push(signal.candidato)
      return
    }
    const { type } = signal.descripcion
    if (type === 'offer' && enlace.id < yo) {
      const early = signal.sesion === enlace.sesion ? [] : enlace.waiting
      const pc = signal.sesion === enlace.sesion && enlace.pc ? enlace.pc : connect(enlace, signal.sesion)
      enlace.waiting.push(...early)
      await pc.setRemoteDescription(signal.descripcion)
      for (const transceiver of pc.getTransceivers()) transceiver.direction = 'sendrecv'
      await feed(enlace)
      await pc.setLocalDescription()
      describe(enlace, pc)
    } else if (
      type === 'answer' &&
      signal.sesion === enlace.sesion &&
      enlace.pc?.signalingState === 'have-local-offer'
    ) {
      await enlace.pc.setRemoteDescription(signal.descripcion)
    } else return
    for (const candidate of enlace.waiting.splice(0))
      await enlace.pc?.addIceCandidate(candidate).catch(() => {})
  }

  function add(id: string) {
    const enlace: Enlace = {
      id,
      conectada: false,
      micro: false,
      camara: false,
      soloAudio: false,
      stream: new MediaStream(),
      pc: null,
      sesion: '',
      waiting: [],
      work: Promise.resolve(),
      close: () => {},
    }
    enlaces.set(id, enlace)
    enlace.close = openChannel(`llamada:${id}`, { config: { private: true } }, (channel) =>
      channel
        .on('broadcast', { event: 'aviso' }, ({ payload }) => {
          const signal = payload as Signal
          if (signal?.para !== yo) return
          // One that cannot be processed is sent again with the next «hola».
          enlace.work = enlace.work.then(() => take(enlace, signal)).catch(() => {})
        })
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') greet(enlace)
        }),
    )
  }

  function drop(enlace: Enlace) {
    enlaces.delete(enlace.id)
    enlace.close()
    enlace.pc?.close()
    enlace.pc = null
  }

  return {
    /** Who is in the call now, besides her. */
    setPresentes(ids: string[]): void {
      for (const enlace of [...enlaces.values()]) if (!ids.includes(enlace.id)) drop(enlace)
      for (const id of ids) if (!enlaces.has(id)) add(id)
      changed()
    },

    /** Her microphone or camera track; null where it is off. */
    async setTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void> {
      mine[kind] = track
      await Promise.all([...enlaces.values()].map(feed))
      greetAll()
    },

    /** Sound alone, in both directions. */
    setSoloAudio(value: boolean): void {
      soloAudio = value
      greetAll()
    },

    close(): void {
      clearInterval(timer)
      for (const enlace of [...enlaces.values()]) drop(enlace)
      closeOwn()
    },
  }
}

export type Malla = ReturnType<typeof createMalla>
