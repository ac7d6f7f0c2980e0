import { claimsOf } from '../session/claims.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { createSignal } from '../store.ts'
import { storableJson } from '../text/storable.ts'

/*
 * The gate that every request of the client goes through. Signing out closes it: from that moment on nothing leaves with a session
 * that is about to end, or as a visitor from a screen that is still mounted.
 */

type Passing = {
  /** A question that nobody needs the answer of any more; a change may have arrived already, and is let go its way. */
  isQuestion: boolean
  abort: (reason: DOMException) => void
  end: Promise<unknown>
}

/** Requests that end a session, or may have to renew it for that: they pass while everything else waits. */
const LEAVING = /\/auth\/v1\/(logout|token\?(.*&)?grant_type=refresh_token)/
/**
 * What the client may ask with the visitors' key: the texts and numbers that everybody reads, and a location sharing by its link. All else
 * is of a member: asked without a session, the service could only refuse it. A test holds these against what visitors may do in the
 * database.
 */
export const OF_VISITORS = /\/rest\/v1\/(rpc\/ver_camino|numeros_emergencia|politicas_legales)(\?|$)/
const OF_MEMBERS = /\/(rest|storage|functions)\/v1\//
/** How long what is on its way is given to arrive, before the service is told that she leaves. */
const FAREWELL_MS = 1_000
/** An answer after so long without one says that the line is back: a bad one comes and goes without the browser's `online`. */
const SILENCE_MS = 10_000

/**
 * @param fetched what asks the service
 * @param isHere whether a session is on the device
 * @returns `fetch` behind a gate, and the gate
 */
export function createGate(
  fetched: typeof fetch = (...request) => fetch(...request),
  isHere: () => boolean = () => storedSession() !== null,
) {
  let phase: 'open' | 'held' | 'shut' = 'open'
  let held: { go: () => void; refuse: (failure: Error) => void }[] = []
  const passing = new Set<Passing>()
  /** How many requests have left, and whether the one that ended last got no answer at all. */
  let away = 0
  let unanswered = false
  /** The same, where it was our own deadline that gave up: packets may vanish without a word. */
  let silent = false
  let answeredAt = Number.NEGATIVE_INFINITY
  const lineBack = createSignal()
  const over = new Set<string>()
  /** How often somebody has left, and how often that was when a question was begun. */
  let departures = 0
  const begunAt = new WeakMap<AbortSignal, number>()

  async function leave(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    away += 1
    try {
      const body = typeof init?.body === 'string' ? storableJson(init.body) : init?.body
      const response = await fetched(input, { ...init, body })
      const isBack = silent && Date.now() - answeredAt > SILENCE_MS
      unanswered = false
      silent = false
      answeredAt = Date.now()
      if (isBack) lineBack.emit()
      return response
    } catch (failure) {
      silent = true
      if (!init?.signal?.aborted) unanswered = true
      throw failure
    } finally {
      away -= 1
    }
  }

  const entrance = () =>
    new Promise<void>((go, refuse) => {
      held.push({ go, refuse })
    })

  function letThrough(): void {
    const waiting = held
    held = []
    for (const { go } of waiting) go()
  }

  function turnAway(): void {
    const waiting = held
    held = []
    for (const { refuse } of waiting) refuse(turnedAway())
  }

  async function pass(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const stop = new AbortController()
    const { signal } = init ?? {}
    const onAbort = () => stop.abort(signal?.reason)
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort)
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const answer = leave(input, { ...init, signal: stop.signal })
    const one: Passing = {
      isQuestion: method === 'GET' || method === 'HEAD',
      abort: (reason) => stop.abort(reason),
      // Waited for alone: how it ends is told to who asked.
      end: answer.catch(() => {}),
    }
    passing.add(one)
    try {
      return await answer
    } catch (failure) {
      if (failure === TAKEN_BACK) return enter(input, init)
      if (stop.signal.reason === failure) return refusal(urlOf(input), failure)
      throw failure
    } finally {
      passing.delete(one)
    }
  }

  const hasLeftSince = (begun = departures) => begun !== departures

  async function enter(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = urlOf(input)
    if (LEAVING.test(url)) return leave(input, init)
    if (phase === 'held') {
      try {
        await entrance()
      } catch (failure) {
        return refusal(url, failure)
      }
    }
    const isOfBefore = init?.signal != null && hasLeftSince(begunAt.get(init.signal))
    if (phase === 'shut' || isOfBefore || over.has(sessionOf(init) ?? '')) return refusal(url, turnedAway())
    // Whatever began it, and however long ago (a slow read of the device): on a member's screen nobody is a visitor. Where she is
    // still signed in, her session could not be renewed just now, and the client has none to send.
    if (isWithoutSession(init) && OF_MEMBERS.test(url) && !OF_VISITORS.test(url))
      throw isHere() ? new TypeError('Failed to fetch: no session to ask with') : turnedAway()
    return pass(input, init)
  }

  return {
    /**
     * For the client, and for what it has no call for.
     *
     * @throws DOMException `left` for what comes too late, or is a member's and nobody is signed in @throws TypeError as without a network, where
     *   she is and her session could not be renewed
     */
    fetch: enter,

    /**
     * A request begins, and leaves later: the client may have to be loaded first, and reads the session. In between she may leave; what
     * was a question of hers does not become one of a visitor.
     *
     * @param signal that it will leave with, where it takes one
     * @returns asked again before it is put @throws DOMException `left` once she has left
     */
    begin(signal: AbortSignal): () => void {
      const begun = departures
      begunAt.set(signal, begun)
      return () => {
        if (hasLeftSince(begun)) throw turnedAway()
      }
    },

    /**
     * Called when signing out begins. Requests under way get a moment to finish; new ones, and questions still without an answer, wait
     * for the outcome.
     *
     * @param certain whether nothing can make her stay: then nobody needs the answers any more
     */
    async close(certain: boolean): Promise<void> {
      phase = certain ? 'shut' : 'held'
      if (certain) {
        for (const one of passing) if (one.isQuestion) one.abort(turnedAway())
      }
      const moment = new Promise<void>((resolve) => setTimeout(resolve, FAREWELL_MS))
      await Promise.race([Promise.all([...passing].map(({ end }) => end)), moment])
      // Questions that are still open are given up: answered after the sign-out they would be refused. Changes go on: on a slow connection
      // they may still arrive before it, and made again they might happen twice.
      for (const one of passing) if (one.isQuestion) one.abort(TAKEN_BACK)
    },

    /** Signing out failed: waiting requests are sent. */
    reopen(): void {
      phase = 'open'
      letThrough()
    },

    /**
     * She has left, and nothing of hers is on screen: visitors may ask, and nothing goes with that session ever again.
     *
     * @param accessToken of the session that ended
     */
    leave(accessToken: string | undefined): void {
      if (accessToken) over.add(keyOf(accessToken))
      departures += 1
      phase = 'open'
      for (const one of passing) if (one.isQuestion) one.abort(turnedAway())
      turnAway()
    },

    /**
     * Whether waiting is of no use: the last request got no answer, and nothing is on its way. What still waits then sits out the pauses
     * between the client's own tries to renew a session, half a minute long.
     */
    isDead: (): boolean => unanswered && away === 0,

    /** Calls back once an answer comes after requests without one. @returns how to stop */
    onLineBack: lineBack.subscribe,

    /** Whether signing out is under way: failures are then its consequence and not reported. */
    isClosed: (): boolean => phase !== 'open',
  }
}

/** The words by which a request that came too late is known further on. */
export const LEFT = 'left: the session is over'

/** Why a question is given up that is asked again if she stays after all. */
const TAKEN_BACK = new DOMException('taken back while she may leave', 'AbortError')

const turnedAway = () => new DOMException(LEFT, 'AbortError')

const urlOf = (input: RequestInfo | URL) =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url

/** auth-js logs exceptions to the console; a 503 response is handled silently. */
function refusal(url: string, failure: unknown): Response {
  if (url.includes('/auth/v1/')) return new Response(null, { status: 503 })
  throw failure
}

const bearerOf = (headers: Headers) => /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

function sessionOf(init?: RequestInit): string | undefined {
  const token = bearerOf(new Headers(init?.headers))
  return token && keyOf(token)
}

/** Whether it carries nothing but the key of this installation, as the client's calls do where it has no session. */
function isWithoutSession(init?: RequestInit): boolean {
  const headers = new Headers(init?.headers)
  const token = bearerOf(headers)
  return token === undefined || token === headers.get('apikey')
}

/** The same for every token of a session. */
const keyOf = (token: string): string => claimsOf(token).session_id ?? token

/** The gate of this app. */
export const gate = createGate()
