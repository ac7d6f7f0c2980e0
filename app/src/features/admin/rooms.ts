/**
 * Where the code of each of the team's rooms lies, by the name of its screen (record 389). In a file of their own: each room that `routes.tsx`
 * imports itself is a line of the app's first script, which everybody loads.
 */
export const rooms = {
  Administracion: async () => (await import('./Administracion.tsx')).Administracion,
  CifrasAdmin: async () => (await import('./CifrasAdmin.tsx')).CifrasAdmin,
  ContenidosAdmin: async () => (await import('./ContenidosAdmin.tsx')).ContenidosAdmin,
  ComunicadosAdmin: async () => (await import('./ComunicadosAdmin.tsx')).ComunicadosAdmin,
  EncuentrosAdmin: async () => (await import('./EncuentrosAdmin.tsx')).EncuentrosAdmin,
  EquipoAdmin: async () => (await import('./EquipoAdmin.tsx')).EquipoAdmin,
  EstadoAdmin: async () => (await import('./EstadoAdmin.tsx')).EstadoAdmin,
  FallosAdmin: async () => (await import('./FallosAdmin.tsx')).FallosAdmin,
  Hoy: async () => (await import('./Hoy.tsx')).Hoy,
  LegalAdmin: async () => (await import('./LegalAdmin.tsx')).LegalAdmin,
  LibrosAdmin: async () => (await import('./LibrosAdmin.tsx')).LibrosAdmin,
  MiradasAdmin: async () => (await import('./MiradasAdmin.tsx')).MiradasAdmin,
  PodcastAdmin: async () => (await import('./PodcastAdmin.tsx')).PodcastAdmin,
  Revision: async () => (await import('./Revision.tsx')).Revision,
  SalasAdmin: async () => (await import('./SalasAdmin.tsx')).SalasAdmin,
  SoporteAdmin: async () => (await import('./SoporteAdmin.tsx')).SoporteAdmin,
  UsuariasAdmin: async () => (await import('./UsuariasAdmin.tsx')).UsuariasAdmin,
}
