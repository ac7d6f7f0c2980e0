// One file for both, so that routes.tsx, which everybody’s first script loads, names one.
export { DirectorioAdmin } from './DirectorioAdmin.tsx'
export { EmergenciasAdmin } from './EmergenciasAdmin.tsx'
