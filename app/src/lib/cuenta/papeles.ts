/** A role of the team: the database's word. */
export type Papel = 'administradora' | 'moderadora' | 'editora' | 'soporte'

/** The work of each, as the team reads it. */
export const PAPELES: Readonly<Record<Papel, string>> = {
  administradora: 'Todo, y quién es del equipo',
  moderadora: 'Historias, denuncias, salas y pausas',
  editora: 'Biblioteca, podcast, directorio, terapeutas y textos legales',
  soporte: 'Responder a quien escribe al equipo',
}

/** What the database says of an account: its roles, and `raíz` for the one that `ADMIN_EMAIL` names. */
export type Papeles = readonly (Papel | 'raíz')[]

/** Whether somebody with these roles may do the work of a role. Only shows and hides; every rule asks the database. */
export const hasPapel = (papeles: Papeles, papel: Papel): boolean =>
  papeles.includes(papel) || papeles.includes('administradora')
