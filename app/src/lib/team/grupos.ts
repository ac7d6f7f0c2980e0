/** A group of the team's pages, in the order in which they stand there. */
export type Grupo = { id: string; nombre: string; paths: readonly string[] }

/** The team's pages by what brings somebody there: what waits, a person, what everybody reads, the installation. */
export const GRUPOS: readonly Grupo[] = [
  {
    id: 'hoy',
    nombre: 'Hoy',
    paths: ['/admin/hoy', '/admin/revision', '/admin/soporte', '/admin/directorio'],
  },
  { id: 'personas', nombre: 'Personas', paths: ['/admin/usuarias', '/admin/equipo', '/admin/miradas'] },
  {
    id: 'contenidos',
    nombre: 'Contenidos',
    paths: [
      '/admin/contenidos',
      '/admin/biblioteca',
      '/admin/podcast',
      '/admin/comunicados',
      '/admin/eventos',
      '/admin/salas',
      '/seguridad/apoyo-y-refugios',
      '/admin/emergencias',
      '/directorio-terapeutas',
    ],
  },
  {
    id: 'ajustes',
    nombre: 'Ajustes',
    paths: ['/admin/legal', '/admin/estado', '/admin/cifras', '/admin/fallos'],
  },
]

/** The group that a page stands in. */
export const grupoOf = (path: string): Grupo | undefined => GRUPOS.find(({ paths }) => paths.includes(path))
