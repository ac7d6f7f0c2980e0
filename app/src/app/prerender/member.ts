import { isPrerenderedAllowed } from '../../lib/device/prerendered.ts'
import { onDevice } from '../../lib/device/storage.ts'
import { CIERRE_KEY, SESSION_KEY } from '../../lib/session/keys.ts'
import { show } from './page.ts'

/* Runs in the head of a member's prerendered page. Which document she gets is only a guess of the server's or the worker's; this decides. */

const { search, hash } = location

show(
  onDevice.getItem(SESSION_KEY) !== null &&
    isPrerenderedAllowed() &&
    // Her PIN (`lib/session/pin.ts`), which another tab may just have set.
    onDevice.getItem(CIERRE_KEY) === null &&
    search === '' &&
    hash === '',
)
