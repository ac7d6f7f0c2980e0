/** Why a message, a review, a name, or somebody in a call, may be reported: the database's words, and hers. */
export const MOTIVOS = {
  acoso: 'Acoso o insultos',
  odio: 'Odio o discriminación',
  datos: 'Comparte datos personales de alguien',
  peligro: 'Alguien está en peligro',
  publicidad: 'Publicidad o engaño',
  otro: 'Otra cosa',
} as const

export type Motivo = keyof typeof MOTIVOS

/** A report, without what it is about. */
export type Denuncia = { motivo: Motivo; detalle: string | null; contacto: boolean }
