import { storedSession } from './data/session-storage.ts'
import { startEventos } from './features/seguridad/panico/eventos.ts'

/*
 * The page's first script, with a file of its own (`build/preload.ts`): what she pressed for is on its way before the rest of the
 * house has even arrived, and whatever becomes of that.
 */
if (storedSession()) startEventos()
