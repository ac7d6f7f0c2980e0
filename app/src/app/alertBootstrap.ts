import { startEventos } from '../features/seguridad/panico/eventos.ts'

/*
 * Runs first, in a file of its own (`vite.config.ts`): an alert that she sent is on its way before the rest of the app has arrived, and
 * whatever becomes of the rest.
 */
startEventos()
