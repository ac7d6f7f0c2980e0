/*
 * What opens over her safety, in one file that is loaded after the page (`alAbrir.ts`): the page and its alarm are drawn without it.
 */
export { AjustesOpen } from './alarma/AjustesOpen.tsx'
export { InvitacionSteps } from './alarma/InvitacionSteps.tsx'
export { ContactForm } from './contactos/ContactForm.tsx'
export { LlegadaForm } from './llegada/LlegadaForm.tsx'
export { SimulacroOpen } from './simulacro/SimulacroOpen.tsx'
