import { inTab, onDevice } from '../../lib/device/storage.ts'
import { CIERRE_KEY, SESSION_KEY } from '../../lib/session/keys.ts'
import { show } from './page.ts'

/* Runs in the head of a visitor's prerendered page. */

/** Somebody is signed in here, maybe behind a PIN, or her session ended here (`FIN_KEY`), or her address waits to be confirmed (`cuenta/espera.ts`): another screen than this page is hers. */
const isVisitor = () =>
  onDevice.getItem(SESSION_KEY) === null &&
  onDevice.getItem(CIERRE_KEY) === null &&
  onDevice.getItem('fin') === null &&
  inTab.getItem('formulario confirmacion') === null

/** What an address says besides its path changes what is drawn. */
const isPlain = () => location.search === '' && location.hash === ''

show(isVisitor() && isPlain())
