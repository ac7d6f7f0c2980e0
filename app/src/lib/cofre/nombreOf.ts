import type { TipoArchivo } from './archivos.ts'

/** What she is told that it is. */
export const nombreOf = (tipo: TipoArchivo): string => (tipo === 'voz' ? 'Nota de voz' : 'Foto')
