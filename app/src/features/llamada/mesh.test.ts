import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMesh } from './mesh.ts'
import { createPar, type Par, type Signal } from './par.ts'

/** The live service: what is said in a topic is heard by those who listen to it. */
type Heard = { type: string; event: string; hear: (message: { payload: unknown }) => void }
/** How each topic was opened. */
const openings: [topic: string, options: object][] = []
const topics = new Map<string, Set<Heard>>()
const said: Signal[] = []
/** Who was told that a topic stands: each can be told again, as after a connection that came back. */
const joined: { topic: string; again: (status?: string) => void }[] = []
/** What does not arrive. */
let isLost: (signal: Signal) => boolean = () => false

// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../lib/api/live.ts', () => ({
  openChannel: (topic: string, options: object, prepare: (channel: object) => void) => {
    openings.push([topic, options])
    const heard = new Set<Heard>()
    const all = topics.get(topic) ?? new Set<Heard>()
    topics.set(topic, all)
    let gone = false
    const channel = {
      on(type: string, { event }: { event: string }, hear: Heard['hear']) {
        const one = { type, event, hear }
        heard.add(one)
        all.add(one)
        return channel
      },
      subscribe(told: (status: string) => void) {
        const again = (status = 'SUBSCRIBED') => queueMicrotask(() => !gone && told(status))
        joined.push({ topic, again })
        again()
        return channel
      },
      async send({ type, event, payload }: { type: string; event: string; payload: Signal }) {
        if (gone) return
        said.push(payload)
        if (isLost(payload)) return
        const message = { payload: structuredClone(payload) }
        for (const one of [...all])
          if (one.type === type && one.event === event) queueMicrotask(() => one.hear(message))
      },
    }
    prepare(channel)
    return () => {
      gone = true
      for (const one of heard) all.delete(one)
    }
  },
}))

type Kind = 'audio' | 'video'
const track = (id: string) => ({ id }) as MediaStreamTrack

class Stream {
  tracks: unknown[] = []
  getTracks = () => [...this.tracks]
  addTrack = (one: unknown) => void this.tracks.push(one)
  removeTrack = (one: unknown) => {
    this.tracks = this.tracks.filter((other) => other !== one)
  }
}

/** Every connection that was made; two of one attempt stand once each has the other's description and a candidate. */
const connections: Connection[] = []

class Connection {
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: { type: string; sdp: string; toJSON: () => object } | null = null
  remoteDescription: { type: string; sdp: string } | null = null
  candidates: string[] = []
  transceivers: { direction: string; receiver: object; sender: { track: unknown; replaceTrack: unknown } }[] =
    []
  ontrack = (_: { track: unknown }) => {}
  onicecandidate = (_: { candidate: { toJSON: () => object } | null }) => {}
  onconnectionstatechange = () => {}
  readonly number = connections.push(this)
  constructor(readonly options: { iceTransportPolicy: string }) {}

  addTransceiver(kind: Kind) {
    const sender = {
      track: null as unknown,
      replaceTrack: async (next: unknown) => {
        sender.track = next
      },
    }
    this.transceivers.push({ direction: 'recvonly', receiver: { track: { kind } }, sender })
  }
  getTransceivers = () => this.transceivers
  /** What this connection sends to the other. */
  sends = (kind: Kind) =>
    (
      this.transceivers.find(({ receiver }) => (receiver as { track: { kind: Kind } }).track.kind === kind)
        ?.sender.track as { id: string } | null | undefined
    )?.id ?? null

  #refuseClosed() {
    if (this.connectionState === 'closed') throw new DOMException('closed', 'InvalidStateError')
  }
  async setLocalDescription() {
    this.#refuseClosed()
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    const description = { type, sdp: `${type} of ${this.number}` }
    this.localDescription = { ...description, toJSON: () => description }
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
    queueMicrotask(() =>
      this.onicecandidate({ candidate: { toJSON: () => ({ candidate: `way to ${this.number}` }) } }),
    )
    this.#look()
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    this.#refuseClosed()
    if (description.type === 'offer' && this.transceivers.length === 0) {
      this.addTransceiver('audio')
      this.addTransceiver('video')
    }
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
    this.#look()
  }
  async addIceCandidate({ candidate }: { candidate: string }) {
    if (!this.remoteDescription) throw new DOMException('too early', 'InvalidStateError')
    if (candidate === 'useless') throw new DOMException('useless', 'OperationError')
    this.candidates.push(candidate)
    this.#look()
  }
  #look() {
    const ready = this.localDescription && this.remoteDescription && this.candidates.length > 0
    if (ready && this.signalingState === 'stable' && this.connectionState === 'new') this.become('connected')
  }
  become(state: string) {
    this.connectionState = state
    this.onconnectionstatechange()
  }
  close() {
    this.connectionState = 'closed'
  }
}

/** One of the call, and how the others look to her now. */
function enter(yo: string, others: string[], iceServers: RTCIceServer[] = []) {
  let pares: Par[] = []
  const onChange = (next: Par[]) => {
    pares = next
  }
  const mesh = createMesh({ yo, iceServers, onChange })
  mesh.setPresentes(others)
  return { mesh, of: (id: string) => pares.find((par) => par.id === id), pares: () => pares }
}

const soon = () => vi.advanceTimersByTimeAsync(0)
const hello = () => vi.advanceTimersByTimeAsync(1_500)
const offersOf = (para: string) =>
  said.filter((one) => one.tipo === 'descripcion' && one.descripcion.type === 'offer' && one.para === para)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', Connection)
  vi.stubGlobal('MediaStream', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  topics.clear()
  joined.length = 0
  openings.length = 0
  connections.length = 0
  said.length = 0
  isLost = () => false
})

describe('two in a call', () => {
  it('are connected once, by an offer of the one with the smaller id', async () => {
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    expect([ana.of('b')?.conectada, bea.of('a')?.conectada]).toEqual([true, true])
    expect(connections).toHaveLength(2)
    expect([offersOf('b').length > 0, offersOf('a')]).toEqual([true, []])
    // Once it stands, nobody says anything any more.
    said.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toEqual([])
  })

  it('speak where only each of them can write and only those in the call hear, under the event name that an open page of another release knows', async () => {
    enter('a', ['b'])
    expect(openings).toEqual([
      ['llamada:a', { config: { private: true, broadcast: { self: false } } }],
      ['llamada:b', { config: { private: true } }],
    ])
    await soon()
    expect([...topics.get('llamada:b')!].map(({ type, event }) => [type, event])).toEqual([
      ['broadcast', 'aviso'],
    ])
  })

  it('say nothing into a topic that does not stand, and greet once it does', async () => {
    const ana = enter('a', ['b'])
    // Before anything stands.
    ana.mesh.setSoloAudio(true)
    expect(said).toEqual([])
    await soon()
    said.length = 0
    const [own, other] = joined
    expect([own!.topic, other!.topic]).toEqual(['llamada:a', 'llamada:b'])
    other!.again('CHANNEL_ERROR')
    own!.again('CHANNEL_ERROR')
    await soon()
    ana.mesh.setSoloAudio(false)
    await hello()
    expect(said).toEqual([])
    own!.again()
    await soon()
    expect(said).toMatchObject([{ tipo: 'hola', para: 'b', soloAudio: false }])
    other!.again('CLOSED')
    await soon()
    expect(said).toHaveLength(1)
  })

  it('find each other though the second comes later', async () => {
    const bea = enter('b', [])
    await hello()
    expect(bea.pares()).toEqual([])
    const ana = enter('a', ['b'])
    bea.mesh.setPresentes(['a'])
    await hello()
    expect([ana.of('b')?.conectada, bea.of('a')?.conectada]).toEqual([true, true])
  })

  it.each(['hola', 'offer', 'answer'])('are connected though the first %s is lost', async (what) => {
    let lost = 0
    isLost = (signal) => {
      const kind = signal.tipo === 'descripcion' ? signal.descripcion.type : signal.tipo
      return kind === what && lost++ < 1
    }
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    await hello()
    await hello()
    expect(lost).toBeGreaterThan(0)
    expect([ana.of('b')?.conectada, bea.of('a')?.conectada]).toEqual([true, true])
    // What was lost is said again; nobody begins anew for that.
    expect(connections).toHaveLength(2)
  })

  it('try anew when the connection failed', async () => {
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    const [first] = connections
    let lost = 0
    isLost = (signal) => signal.tipo === 'descripcion' && lost++ < 1
    first!.become('failed')
    expect(ana.of('b')?.conectada).toBe(false)
    await hello()
    await hello()
    // Also where the other has noticed nothing, and where the offer is lost.
    expect([ana.of('b')?.conectada, bea.of('a')?.conectada]).toEqual([true, true])
    expect(connections).toHaveLength(4)
    expect(first!.connectionState).toBe('closed')
  })

  it('learn what changed while a connection was gone, though the two peers stayed connected', async () => {
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    isLost = () => true
    await ana.mesh.setTrack('audio', track('voice'))
    ana.mesh.setSoloAudio(true)
    await soon()
    expect(bea.of('a')).toMatchObject({ conectada: true, micro: false })
    isLost = () => false
    said.length = 0
    // Bea's listening to Ana stands again before Bea's own topic does, or after it: one of each is enough.
    for (const { topic, again } of joined.slice(2)) if (topic === 'llamada:a') again()
    await soon()
    expect(bea.of('a')).toMatchObject({ conectada: true, micro: true })
    await bea.mesh.setTrack('video', track('picture'))
    expect(connections.map((one) => one.sends('video'))).toEqual([null, null])
    // A question, its answer and what was said of her picture; then silence.
    expect(said).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said).toHaveLength(3)
  })

  it('ask as well when their own topic stands again', async () => {
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    isLost = () => true
    await ana.mesh.setTrack('audio', track('voice'))
    isLost = () => false
    const own = joined.slice(2).filter(({ topic }) => topic === 'llamada:b')
    expect(own).toHaveLength(1)
    own[0]!.again()
    await soon()
    expect(bea.of('a')).toMatchObject({ micro: true })
  })

  it('are told where a relay is: then neither learns the address of the other', async () => {
    enter('a', ['b'], [{ urls: 'stun:uno.example' }, { urls: ['turns:dos.example'] }])
    enter('b', ['a'], [{ urls: 'stun:uno.example' }])
    await soon()
    expect(connections.map(({ options }) => options.iceTransportPolicy).sort()).toEqual(['all', 'relay'])
  })
})

describe('what is heard', () => {
  /** One alone; the test speaks as the other, in her topic. */
  async function hearing(yo: string, other: string) {
    const her = enter(yo, [other])
    await soon()
    const speak = async (signal: object, topic = `llamada:${other}`) => {
      for (const { hear } of topics.get(topic) ?? []) hear({ payload: { para: yo, ...signal } })
      await soon()
    }
    return { ...her, speak }
  }
  const hola = { tipo: 'hola', micro: true, camara: true, soloAudio: false }
  const offer = (sesion: string) => ({
    tipo: 'descripcion',
    sesion,
    descripcion: { type: 'offer', sdp: sesion },
  })
  const candidate = (sesion: string, candidato: string) => ({
    tipo: 'candidato',
    sesion,
    candidato: { candidate: candidato },
  })

  it('shows what the other has on', async () => {
    const { of, speak } = await hearing('b', 'a')
    await speak(hola)
    expect(of('a')).toMatchObject({ micro: true, camara: true, conectada: false })
    await speak({ ...hola, camara: false })
    expect(of('a')).toMatchObject({ micro: true, camara: false })
  })

  it('counts only when it was said to her', async () => {
    const { of, speak } = await hearing('b', 'a')
    await speak({ ...hola, para: 'c' })
    await speak({ ...offer('s1'), para: 'c' })
    for (const { hear } of topics.get('llamada:a')!) expect(() => hear({ payload: undefined })).not.toThrow()
    expect([of('a')?.micro, connections]).toEqual([false, []])
  })

  it('is no offer of the one who has to wait for hers', async () => {
    const { speak } = await hearing('a', 'b')
    await speak(offer('s1'))
    expect(connections).toEqual([])
  })

  it('is no answer to an earlier attempt, nor one that was given already', async () => {
    const { speak } = await hearing('a', 'b')
    await speak(hola)
    const { sesion } = said.find(({ tipo }) => tipo === 'descripcion') as { sesion: string }
    const answer = (to: string, sdp: string) => ({
      tipo: 'descripcion',
      sesion: to,
      descripcion: { type: 'answer', sdp },
    })
    await speak(answer('earlier', 'x'))
    expect(connections[0]!.remoteDescription).toBeNull()
    await speak(answer(sesion, 'first'))
    await speak(answer(sesion, 'second'))
    expect(connections[0]!.remoteDescription?.sdp).toBe('first')
  })

  it('waits for the description that it belongs to; what was for an earlier attempt is passed over', async () => {
    const { speak } = await hearing('b', 'a')
    await speak(candidate('s1', 'old'))
    await speak(candidate('s2', 'useless'))
    await speak(candidate('s2', 'new'))
    await speak(offer('s2'))
    await speak(candidate('s1', 'older'))
    await speak(candidate('s2', 'newer'))
    expect(connections[0]!.candidates).toEqual(['new', 'newer'])
  })

  it('though one thing cannot be understood, the next one is', async () => {
    const { of, speak } = await hearing('b', 'a')
    await speak({ tipo: 'descripcion', sesion: 's0' })
    await speak({ tipo: 'hola', micro: true, camara: false, soloAudio: false })
    expect(of('a')?.micro).toBe(true)
  })
})

describe('sound and picture', () => {
  it('are sent to each, those who come later as well, and are gone once she turns them off', async () => {
    const ana = enter('a', ['b'])
    enter('b', ['a', 'c'])
    await soon()
    await ana.mesh.setTrack('video', track('face'))
    await ana.mesh.setTrack('audio', track('voice'))
    const [toBea] = connections
    expect([toBea!.sends('video'), toBea!.sends('audio')]).toEqual(['face', 'voice'])
    const cleo = enter('c', ['a', 'b'])
    ana.mesh.setPresentes(['b', 'c'])
    await hello()
    expect(cleo.of('a')).toMatchObject({ conectada: true, camara: true, micro: true })
    expect(connections.filter((one) => one.sends('video') === 'face')).toHaveLength(2)
    await ana.mesh.setTrack('video', null)
    await soon()
    expect(connections.filter((one) => one.sends('video') === 'face')).toEqual([])
    expect(cleo.of('a')).toMatchObject({ camara: false, micro: true })
  })

  it('no picture goes to who asked for sound alone, until she wants one again', async () => {
    const ana = enter('a', ['b'])
    const bea = enter('b', ['a'])
    await soon()
    await ana.mesh.setTrack('video', track('face'))
    await ana.mesh.setTrack('audio', track('voice'))
    bea.mesh.setSoloAudio(true)
    await soon()
    const [toBea] = connections
    expect([toBea!.sends('video'), toBea!.sends('audio')]).toEqual([null, 'voice'])
    bea.mesh.setSoloAudio(false)
    await soon()
    expect(toBea!.sends('video')).toBe('face')
  })

  it('of the other are in one stream, without those of a connection that failed', async () => {
    const ana = enter('a', ['b'])
    enter('b', ['a'])
    await soon()
    const stream = ana.of('b')!.stream as unknown as Stream
    connections[0]!.ontrack({ track: track('old') })
    connections[0]!.become('failed')
    await hello()
    connections.at(-2)!.ontrack({ track: track('new') })
    expect(stream.tracks).toEqual([track('new')])
    expect(ana.of('b')!.stream).toBe(stream)
  })
})

describe('somebody who leaves', () => {
  it('is gone from the screen, her connection is closed and her topic is not listened to', async () => {
    const ana = enter('a', ['b', 'c'])
    enter('b', ['a'])
    enter('c', ['a'])
    await soon()
    ana.mesh.setPresentes(['c'])
    expect(ana.pares().map(({ id }) => id)).toEqual(['c'])
    expect(connections.filter(({ connectionState }) => connectionState === 'closed')).toHaveLength(1)
    expect(topics.get('llamada:b')!.size).toBe(0)
  })

  it('makes no connection any more, though she had just heard somebody', async () => {
    const par = createPar({
      yo: 'a',
      id: 'b',
      iceServers: [],
      mine: () => ({ audio: null, video: null, soloAudio: false }),
      say: () => {},
      onChange: () => par.close(),
    })
    par.hear({ tipo: 'hola', para: 'a', micro: false, camara: false, soloAudio: false })
    await soon()
    expect(connections).toEqual([])
  })

  it('leaves nothing behind: no connection, no topic, no word', async () => {
    const ana = enter('a', ['b'])
    enter('b', ['a'])
    // In the middle of making the connection.
    await Promise.resolve()
    await Promise.resolve()
    ana.mesh.close()
    await soon()
    const hers = said.filter(({ para }) => para === 'b').length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said.filter(({ para }) => para === 'b')).toHaveLength(hers)
    const [first] = connections
    expect([first?.connectionState ?? 'closed', topics.get('llamada:b')!.size]).toEqual(['closed', 0])
  })
})
