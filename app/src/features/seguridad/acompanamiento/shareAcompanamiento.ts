import { ask } from '../../../lib/api/ask.ts'
import { toServiceError } from '../../../lib/api/errors.ts'
import { type Fix, followPosition, type LocationFailure } from '../../../lib/device/geolocation.ts'
import { keepCopy, readCopy } from '../../../lib/offline/deviceStore.ts'
import { queue } from '../../../lib/offline/outbox.ts'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import { keepAwake } from '../keepAwake.ts'
import { setLocationSharing, showAcompanamiento, turnOffLocationSharing } from './acompanamiento.ts'
import * as toasts from './toasts.ts'

/** How long a location may be shared; the database admits no other. */
export const HORAS = [1, 4, 8] as const
export type Horas = (typeof HORAS)[number]

const SEND_EVERY_MS = 15_000
/** Of which place the service has heard: the next page must not say that nothing ever left. */
const SHARED_COPY = 'camino_compartido'
type Shared = { codigo: string; at: number }

/** A running location sharing. The code is the link's; the service keeps only its hash. */
type Acompanamiento = {
  codigo: string
  /** What the code is the fingerprint of; the link does not contain it. Missing where the page could compute none (see takeCodigo). */
  secreto?: string
  horas: Horas
  /** When it ends, by this device's clock: the service's own word ends it too. */
  terminaEn: number
  /** Whether the service knows of it yet. */
  iniciado: boolean
  /** She ended it while the service could not be reached: it is told as soon as it can. */
  terminando: boolean
}

/** What came of one beat: the service knows of the sharing now, has a newer place, or there is nothing to share any more. */
type Beat = 'started' | { sharedAt: number | null } | 'over'

/**
 * Queue of location sharings: an entry lives as long as its sharing, and every {@link SEND_EVERY_MS} it is sent with the newest place.
 * Places themselves never wait: only the last one counts.
 */
const caminos = queue.lane<Acompanamiento, Beat>('camino', {
  until: () => 'left',
  beat: SEND_EVERY_MS,
  delay: () => SEND_EVERY_MS,
  deliver: ({ body }) => tellService(body),
  arrived(beat, _, now) {
    if (beat === 'over') {
      if (!now.body.terminando) finish(now)
      return null
    }
    if (beat === 'started') return { ...now, body: { ...now.body, iniciado: true } }
    if (beat.sharedAt !== null && !now.body.terminando) {
      enviadaEn = beat.sharedAt
      publish()
      const shared: Shared = { codigo: now.id, at: beat.sharedAt }
      // Where the device keeps nothing, the next page waits for the next place.
      keepCopy(now.owner, SHARED_COPY, shared).catch(() => {})
    }
    return now
  },
  failed(failure, { owner, id, body }) {
    const { code, message } = toServiceError(failure)
    // Asked again at the next beat; her screen says since when nothing has left.
    if (code === '42501') finish({ owner, id })
    // The code is used up: this link shows an end, and never the way of another member.
    else if (code === 'PT409') finish({ owner, id }, toasts.acompanamientoNotStarted)
    // Too many starts: no switch shows on for a sharing that nobody can see.
    else if (code === 'PT429' && !body.iniciado)
      finish({ owner, id }, () => toasts.acompanamientoThrottled(message))
    else return 'again'
    return 'over'
  },
})

async function tellService({ codigo, secreto, horas, ...sharing }: Acompanamiento): Promise<Beat> {
  if (sharing.terminando) {
    if (sharing.iniciado) await ask((db) => db.rpc('terminar_acompanamiento', { codigo }))
    return 'over'
  }
  if (Date.now() >= sharing.terminaEn) return 'over'
  if (!sharing.iniciado) {
    await ask((db) => db.rpc('iniciar_acompanamiento', { codigo, horas, secreto }))
    return 'started'
  }
  const fix = ultima
  if (!fix) return { sharedAt: null }
  const going = await ask((db) =>
    db.rpc('compartir_posicion', {
      codigo,
      latitud: fix.lat,
      longitud: fix.lng,
      precision_m: fix.accuracy ?? 0,
      edad_ms: Math.max(0, Date.now() - fix.at),
    }),
  )
  return going ? { sharedAt: fix.at } : 'over'
}

let owner: string | null = null
let ultima: Fix | null = null
let enviadaEn: number | null = null
let falla: LocationFailure | null = null
/** She has just switched it on, and reads in a notice what goes wrong. One of an earlier page says it in its line alone. */
let begun = false
let stop: (() => void) | undefined
/**
 * The sharing that she began on this page; null where she has ended what there was; undefined as long as she has done neither. A slow
 * device says late which one an earlier page left: what she has done since decides about that one too.
 */
let decided: string | null | undefined
/** The other tabs of this device, which have the same sharings: they hear the code of the one she has ended. */
let otherTabs: BroadcastChannel | undefined

/** The running one; those that she has ended only wait for the service to hear of it. */
function shared(): Entry<Acompanamiento> | undefined {
  const all = owner === null ? [] : [...caminos.of(owner).values()]
  return all.findLast(({ body }) => !body.terminando)
}

function publish(): void {
  const entry = shared()
  showAcompanamiento(
    entry ? { codigo: entry.body.codigo, terminaEn: entry.body.terminaEn, enviadaEn, falla } : null,
  )
}

type Codigo = Pick<Acompanamiento, 'codigo' | 'secreto'>

/** Made beforehand: the fingerprint takes a moment, and the link has to be in the message within the tap. */
let preparado: Codigo | null = null

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const randomCodigo = () => toBase64Url(crypto.getRandomValues(new Uint8Array(24)))

/**
 * The code is the SHA-256 of a secret that never leaves this device but for the service: only who made a link can start it.
 */
async function prepareCodigo(): Promise<void> {
  const secreto = randomCodigo()
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secreto))
  preparado = { codigo: toBase64Url(new Uint8Array(hash)), secreto }
}

/** The code made beforehand. If there is none yet, a random one without a secret, which the service accepts for one sharing too. */
function takeCodigo(): Codigo {
  const nuevo = preparado ?? { codigo: randomCodigo() }
  preparado = null
  prepareCodigo().catch(() => {
    // `crypto.subtle` is missing without HTTPS: the next code is a random one.
  })
  return nuevo
}

/**
 * Begins to share; call it within the tap. The service learns of it as soon as it can be reached.
 *
 * @returns the code of the link
 */
export function startAcompanamiento(userId: string, horas: Horas): string {
  owner = userId
  const nuevo = takeCodigo()
  const { codigo } = nuevo
  const at = Date.now()
  enviadaEn = null
  falla = null
  begun = true
  const body = { ...nuevo, horas, terminaEn: at + horas * 3_600_000, iniciado: false, terminando: false }
  // One at a time: another that was still being shared ends.
  endOthers(codigo)
  // A device that keeps nothing shares for as long as this page lives; the service ends it all the same.
  void caminos.put({ id: codigo, owner, at, state: 'ready', body })
  setLocationSharing(true)
  publish()
  if (!stop) run()
  return codigo
}

/** Ends it at once: from here on no place leaves this device, and the service forgets the last one when it hears. */
export function endAcompanamiento(): void {
  stop?.()
  setLocationSharing(false)
  endOthers(null)
  publish()
}

function endOthers(than: string | null): void {
  decided = than
  const all = owner === null ? [] : [...caminos.of(owner).values()]
  for (const entry of all) {
    if (entry.body.terminando || entry.id === than) continue
    end(entry)
    otherTabs?.postMessage(entry.id)
  }
}

const end = (entry: Entry<Acompanamiento>) =>
  void caminos.put({ ...entry, body: { ...entry.body, terminando: true } })

/** She ended it in another tab: no place leaves this one either, and it says so no longer than the other. */
function onEndedElsewhere({ data: codigo }: MessageEvent<unknown>): void {
  const entry = owner === null ? undefined : caminos.of(owner).get(String(codigo))
  if (!entry || entry.body.terminando) return
  end(entry)
  if (!shared()) stop?.()
  publish()
}

/** Over, by time or by the service's word. */
function finish(
  { owner: whose, id }: { owner: string; id: string },
  notify = toasts.acompanamientoEnded,
): void {
  if (whose !== owner || shared()?.id !== id) return
  stop?.()
  setLocationSharing(false)
  notify()
  // Once the lane has let go of it.
  queueMicrotask(publish)
}

function run(): void {
  stop?.()
  const letSleep = keepAwake()
  const unfollow = followPosition(
    (fix) => {
      const first = ultima === null || enviadaEn === null
      ultima = fix
      if (falla) {
        falla = null
        publish()
      }
      if (first) caminos.wake()
    },
    undefined,
    (failure) => {
      const isNews = falla !== failure
      falla = failure
      if (!isNews) return
      publish()
      // Her screen says it too; here it comes behind the word that sharing was switched on.
      if (begun && enviadaEn === null) setTimeout(toasts.noUbicacion, 0, failure)
      begun = false
    },
  )
  const wake = () => caminos.wake()
  document.addEventListener('visibilitychange', wake)
  stop = () => {
    stop = undefined
    letSleep()
    unfollow()
    document.removeEventListener('visibilitychange', wake)
    ultima = null
    falla = null
  }
}

/**
 * Goes on with what an earlier page of hers was sharing.
 *
 * @returns ends the watch, not the sharing
 */
export function watchAcompanamiento(userId: string): () => void {
  owner = userId
  prepareCodigo().catch(() => {
    // See takeCodigo.
  })
  const follow = () => {
    if (decided !== undefined) endOthers(decided)
    publish()
    if (!shared() || stop) return
    run()
    // Where the device was slow to say that a sharing runs, it had been turned off.
    setLocationSharing(true)
  }
  const unsubscribe = caminos.subscribe(follow)
  if (typeof BroadcastChannel === 'function') {
    otherTabs = new BroadcastChannel('camino')
    otherTabs.onmessage = onEndedElsewhere
  }
  void caminos.open(userId).then(async () => {
    const known = await readCopy<Shared>(userId, SHARED_COPY)
    if (owner !== userId) return
    if (known && known.codigo === shared()?.id) enviadaEn ??= known.at
    follow()
    // The device has only the switch: nobody is following.
    if (!shared()) turnOffLocationSharing()
  })
  return () => {
    unsubscribe()
    stop?.()
    otherTabs?.close()
    otherTabs = undefined
    owner = null
    decided = undefined
    enviadaEn = null
    publish()
  }
}
