/** Where the device is, in degrees (WGS 84). */
export type Fix = {
  lat: number
  lng: number
  /** Radius in metres within which the device believes to be; null when it does not say. */
  accuracy: number | null
  /** When it was there: milliseconds of the device's clock. */
  at: number
}

export type LocationFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported'

/** What could be found out about the place within the time given. */
export type Whereabouts = {
  fix: Fix | null
  /** Why there is no fresh fix; null when there is. With a `fix` beside it, that one is the last known. */
  failure: LocationFailure | null
}

/**
 * A panic never waits longer than this for a place: what follows has to be on the screen of a slow phone within four
 * seconds of the press. docs/product.md#panic.
 */
export const LOCATION_DEADLINE_MS = 3_500
/** Close enough to send at once. */
const GOOD_METRES = 50
/** After this long any fresh fix is good enough. */
const PATIENCE_MS = 1_500
/**
 * The maximum age of a position that still counts as current. Generous on purpose: Chromium reports a device
 * that lies still only
 * once, and a second question with `maximumAge: 0` is then never answered. One that moves is reported all the time.
 */
export const FRESH_MS = 2 * 60_000
/** How often a place is asked for while it is being followed. */
const ASK_AGAIN_MS = 30_000

const FAILURES: Record<number, LocationFailure> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/**
 * What the browser reported, if it can be true. Phones do report nonsense: NaN, degrees beyond the globe, and the
 * point 0, 0 in the Atlantic, which is where software puts a device that it cannot locate.
 *
 * @param position as the Geolocation API gives it
 * @param now milliseconds of the device's clock
 * @param maximumAge the age in milliseconds that was allowed for; a stamp older than that or in the future comes from
 *   another clock, and is brought back into range
 * @returns the fix, or null for an absurd one
 */
export function readFix(position: GeolocationPosition, now: number, maximumAge = FRESH_MS): Fix | null {
  const { latitude: lat, longitude: lng, accuracy } = position.coords
  const possible = Number.isFinite(lat) && Math.abs(lat) <= 90 && Number.isFinite(lng) && Math.abs(lng) <= 180
  if (!possible || (lat === 0 && lng === 0)) return null
  const stamp = Number.isFinite(position.timestamp) ? position.timestamp : now
  return {
    lat,
    lng,
    accuracy: Number.isFinite(accuracy) && accuracy >= 0 ? accuracy : null,
    at: Math.min(now, Math.max(stamp, now - maximumAge)),
  }
}

function isBetter(candidate: Fix, held: Fix | null): boolean {
  return !held || (candidate.accuracy ?? Infinity) <= (held.accuracy ?? Infinity)
}

type LocateOptions = {
  /** The last place known before, asked for only when nothing fresh comes. */
  lastKnown?: () => Fix | null
  /** Milliseconds after which the best answer so far is the answer. */
  deadline?: number
  geolocation?: Geolocation | undefined
  now?: () => number
}

/**
 * Races a precise fix against a coarse, quick one. A close fix wins at once; any fresh one wins after a short
 * patience; at the deadline the best so far wins, else the last known place. It always resolves, and never later than
 * the deadline: a browser that answers neither yes nor no must not hold up an alert.
 *
 * @returns the place and, when it is not fresh, why
 */
export function locate({
  lastKnown = () => null,
  deadline = LOCATION_DEADLINE_MS,
  geolocation = globalThis.navigator?.geolocation,
  now = Date.now,
}: LocateOptions = {}): Promise<Whereabouts> {
  return new Promise((resolve) => {
    let best: Fix | null = null
    let failure: LocationFailure = 'timeout'
    let waitingFor = 2
    let patient = true

    const settle = () => {
      clearTimeout(patience)
      clearTimeout(hardStop)
      resolve(best ? { fix: best, failure: null } : { fix: lastKnown(), failure })
    }
    const succeed = (position: GeolocationPosition) => {
      waitingFor--
      const fix = readFix(position, now())
      if (!fix) failure = 'unavailable'
      else if (isBetter(fix, best)) best = fix
      const close = best !== null && (best.accuracy ?? Infinity) <= GOOD_METRES
      if (close || waitingFor === 0 || (best && !patient)) settle()
    }
    const fail = (error: GeolocationPositionError) => {
      waitingFor--
      failure = FAILURES[error.code] ?? 'unavailable'
      if (waitingFor === 0 || (failure === 'denied' && !best)) settle()
    }

    const hardStop = setTimeout(settle, deadline)
    const patience = setTimeout(() => {
      patient = false
      if (best) settle()
    }, PATIENCE_MS)

    if (!geolocation) {
      failure = 'unsupported'
      settle()
      return
    }
    try {
      geolocation.getCurrentPosition(succeed, fail, {
        enableHighAccuracy: true,
        timeout: deadline,
        maximumAge: 0,
      })
      geolocation.getCurrentPosition(succeed, fail, {
        enableHighAccuracy: false,
        timeout: deadline,
        maximumAge: FRESH_MS,
      })
    } catch {
      failure = 'unavailable'
      settle()
    }
  })
}

/**
 * Follows the position while a screen that may need it is open, so that an alert does not have to wait for
 * it. The fix of a
 * phone that lies still is asked for again before it grows old.
 *
 * @param onFix called with every plausible place
 * @param onFailure called each time that none could be had
 * @returns stops following
 */
export function followPosition(
  onFix: (fix: Fix) => void,
  geolocation: Geolocation | undefined = globalThis.navigator?.geolocation,
  onFailure: (failure: LocationFailure) => void = () => {},
): () => void {
  if (!geolocation) {
    onFailure('unsupported')
    return () => {}
  }
  const report = (position: GeolocationPosition) => {
    const fix = readFix(position, Date.now())
    if (fix) onFix(fix)
    else onFailure('unavailable')
  }
  const fail = ({ code }: GeolocationPositionError) => onFailure(FAILURES[code] ?? 'unavailable')
  const options = { enableHighAccuracy: true, maximumAge: FRESH_MS, timeout: ASK_AGAIN_MS }
  const watch = geolocation.watchPosition(report, fail, options)
  const again = setInterval(
    () => geolocation.getCurrentPosition(report, fail, { ...options, maximumAge: 0 }),
    ASK_AGAIN_MS,
  )
  return () => {
    geolocation.clearWatch(watch)
    clearInterval(again)
  }
}

export type LocationPermission = PermissionState | 'unknown'

/**
 * Whether this site may ask for the place, now and whenever it changes. Asks the person nothing.
 *
 * @param onChange called with the state at once and on each change; `unknown` where the browser does not tell
 * @returns stops listening
 */
export function observeLocationPermission(onChange: (state: LocationPermission) => void): () => void {
  let status: PermissionStatus | undefined
  let stopped = false
  const report = () => status && onChange(status.state)
  const query = navigator.permissions?.query({ name: 'geolocation' })
  if (!query) onChange('unknown')
  query
    ?.then((found) => {
      if (stopped) return
      status = found
      status.addEventListener('change', report)
      report()
    })
    // Safari had no such question for a long time.
    .catch(() => onChange('unknown'))
  return () => {
    stopped = true
    status?.removeEventListener('change', report)
  }
}
