/**
 * Imports of the team's screens, by name. In a file of their own: each screen that `routes.tsx`
 * imports itself is a line of the app's first script, which everybody loads.
 */
export const screens = {
  Administracion: async () => (await import('./Administracion.tsx')).Administracion,
  CifrasAdmin: async () => (await import('./estado/CifrasAdmin.tsx')).CifrasAdmin,
  ContenidosAdmin: async () => (await import('./contenidos/ContenidosAdmin.tsx')).ContenidosAdmin,
  ComunicadosAdmin: async () => (await import('./novedades/ComunicadosAdmin.tsx')).ComunicadosAdmin,
  EncuentrosAdmin: async () => (await import('./novedades/EncuentrosAdmin.tsx')).EncuentrosAdmin,
  EquipoAdmin: async () => (await import('./equipo/EquipoAdmin.tsx')).EquipoAdmin,
  EstadoAdmin: async () => (await import('./estado/EstadoAdmin.tsx')).EstadoAdmin,
  FallosAdmin: async () => (await import('./estado/FallosAdmin.tsx')).FallosAdmin,
  Hoy: async () => (await import('./Hoy.tsx')).Hoy,
  LegalAdmin: async () => (await import('./legal/LegalAdmin.tsx')).LegalAdmin,
  LibrosAdmin: async () => (await import('./contenidos/LibrosAdmin.tsx')).LibrosAdmin,
  MiradasAdmin: async () => (await import('./equipo/MiradasAdmin.tsx')).MiradasAdmin,
  PodcastAdmin: async () => (await import('./contenidos/PodcastAdmin.tsx')).PodcastAdmin,
  Revision: async () => (await import('./revision/Revision.tsx')).Revision,
  SalasAdmin: async () => (await import('./salas/SalasAdmin.tsx')).SalasAdmin,
  SoporteAdmin: async () => (await import('./soporte/SoporteAdmin.tsx')).SoporteAdmin,
  UsuariasAdmin: async () => (await import('./usuarias/UsuariasAdmin.tsx')).UsuariasAdmin,
}
