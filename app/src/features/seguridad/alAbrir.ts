import { later } from '../../components/layout/deferred.tsx'

const load = () => import('./abierto.ts')

export const AjustesOpen = later(async () => (await load()).AjustesOpen)
export const ContactForm = later(async () => (await load()).ContactForm)
export const InvitacionSteps = later(async () => (await load()).InvitacionSteps)
export const LlegadaForm = later(async () => (await load()).LlegadaForm)
export const SimulacroOpen = later(async () => (await load()).SimulacroOpen)

/** Fetches what may be opened, so that it is there when she does. */
export async function fetchAbierto(): Promise<void> {
  const all = [AjustesOpen, ContactForm, InvitacionSteps, LlegadaForm, SimulacroOpen]
  await Promise.all(all.map(({ preload }) => preload()))
}
