import type { Button } from '../../../components/button/Button.tsx'

/** What waits in the queue, by the database's word. */
export type Clase = 'historia' | 'mensaje' | 'llamada' | 'reseña' | 'nombre' | 'apelacion'

export const CLASES: Readonly<Record<Clase, string>> = {
  historia: 'Historia por leer',
  mensaje: 'Mensaje denunciado',
  llamada: 'Denuncia de una llamada',
  reseña: 'Reseña denunciada',
  nombre: 'Nombre denunciado',
  apelacion: 'Respuesta a una decisión',
}

export type Que = 'publicar' | 'rechazar' | 'retirar' | 'dejar' | 'levantar' | 'mantener'

type Look = NonNullable<Parameters<typeof Button>[0]['look']>

/** A decision: the key that it has, what its button says, and what is said once it is made. */
export type Opcion = {
  que: Que
  tecla: 'a' | 'r'
  nombre: string
  hecho: string
  look: Look
  razones: Razones
  palabras: Palabras
}

type Razones = Readonly<Record<string, string>>

/** Whether she reads words of the team with it. */
type Palabras = 'ninguna' | 'puede' | 'debe'

const PERMITIDO: Razones = {
  permitido: 'No rompe las reglas',
  resuelto: 'Ya está resuelto',
  repetida: 'Ya se decidió antes',
  otra: 'Otra razón',
}

const ROMPE: Razones = {
  acoso: 'Acoso o insultos',
  odio: 'Odio o discriminación',
  datos: 'Datos personales de alguien',
  peligro: 'Pone a alguien en peligro',
  publicidad: 'Publicidad o engaño',
  otra: 'Otra razón',
}

const APELACION: Razones = {
  confirmada: 'Se revisó y es correcta',
  error: 'Fue un error nuestro',
  proporcion: 'Fue demasiado',
  otra: 'Otra razón',
}

const leaveIt = (nombre: string): Opcion => ({
  que: 'dejar',
  tecla: 'a',
  nombre,
  hecho: 'Denuncia cerrada',
  look: 'secondary',
  razones: PERMITIDO,
  palabras: 'ninguna',
})

const withdrawIt = (nombre: string, hecho: string): Opcion => ({
  que: 'retirar',
  tecla: 'r',
  nombre,
  hecho,
  look: 'primary',
  razones: ROMPE,
  palabras: 'puede',
})

/** What may be decided about each kind; the database has the same list (`interno.razones`). */
export const OPCIONES: Readonly<Record<Clase, readonly Opcion[]>> = {
  historia: [
    {
      que: 'publicar',
      tecla: 'a',
      nombre: 'Publicar',
      hecho: 'Historia publicada',
      look: 'primary',
      razones: { adecuada: 'Puede leerse' },
      palabras: 'ninguna',
    },
    {
      que: 'rechazar',
      tecla: 'r',
      nombre: 'No publicar',
      hecho: 'Historia no publicada',
      look: 'secondary',
      razones: {
        datos: 'Datos con los que alguien la encontraría',
        nombra: 'Nombra a otra persona',
        venta: 'Ofrece o vende algo',
        lastima: 'Palabras que lastiman a otras',
        otra: 'Otra razón',
      },
      palabras: 'debe',
    },
  ],
  mensaje: [leaveIt('Dejar el mensaje'), withdrawIt('Retirar mensaje', 'Mensaje retirado')],
  llamada: [leaveIt('Cerrar denuncia')],
  reseña: [leaveIt('Dejar la reseña'), withdrawIt('Retirar reseña', 'Reseña retirada')],
  nombre: [leaveIt('Dejar el nombre'), withdrawIt('Quitar el nombre', 'Nombre quitado')],
  apelacion: [
    {
      que: 'levantar',
      tecla: 'a',
      nombre: 'Levantar',
      hecho: 'Le respondiste: se levanta',
      look: 'secondary',
      razones: APELACION,
      palabras: 'debe',
    },
    {
      que: 'mantener',
      tecla: 'r',
      nombre: 'Mantener',
      hecho: 'Le respondiste: se mantiene',
      look: 'secondary',
      razones: APELACION,
      palabras: 'debe',
    },
  ],
}

/** Phrases to begin with, by the reason of a story that is not published: what to change, not what is wrong with her. */
export const FRASES: Readonly<Record<string, string>> = {
  datos:
    'Tiene datos con los que alguien podría encontrarte o reconocer a otra persona. Quítalos y envíala de nuevo.',
  nombra: 'Nombra a otra persona. Cuéntalo sin su nombre y envíala de nuevo.',
  venta: 'Ofrece o vende algo; este espacio es para historias.',
  lastima: 'Tiene palabras que lastiman a otras.',
}

/** Reasons that weigh on the reader. */
const DUROS = new Set(['peligro', 'acoso', 'odio'])

/** After so many hard ones, or so many in all, a break is suggested. */
export const DESCANSO = { duros: 5, todos: 25 }

/** Whether reading it weighs. */
export const isDuro = (motivos: readonly string[]) => motivos.some((motivo) => DUROS.has(motivo))

/** With which reason a decision begins: what was reported of it, where that is one; a danger that somebody is in is none that she makes. */
export function firstRazon(
  { que, razones }: Pick<Opcion, 'que' | 'razones'>,
  motivos: readonly string[],
): string {
  const reported = motivos.find((motivo) => motivo !== 'peligro' && Object.hasOwn(razones, motivo))
  return (que === 'retirar' && reported) || Object.keys(razones)[0]!
}

const HORA_MS = 3_600_000
const DIA_MS = 24 * HORA_MS

/** Since when something waits: «hace 3 horas»; of a story the day alone is known, for its hour could tell who wrote it. */
export function tellAge(clase: string, desde: string, now = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(desde))
  if (clase === 'historia' && ms < 2 * DIA_MS) return ms < DIA_MS ? 'hoy' : 'ayer'
  if (ms < HORA_MS) return 'hace menos de una hora'
  if (ms < DIA_MS) {
    const horas = Math.floor(ms / HORA_MS)
    return horas === 1 ? 'hace 1 hora' : `hace ${horas} horas`
  }
  const dias = Math.floor(ms / DIA_MS)
  return dias === 1 ? 'hace 1 día' : `hace ${dias} días`
}
