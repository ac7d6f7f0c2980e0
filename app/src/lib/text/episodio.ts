import { longFecha } from '../time/fechas.ts'

/** A part of an episode, and the second at which it begins (migration contenidos). */
export type Capitulo = { segundo: number; titulo: string }

/** How an episode is called: by its title, or by its day. */
export function nombreOfEpisodio({
  titulo,
  fecha_creacion,
}: {
  titulo: string | null
  fecha_creacion: string
}): string {
  return titulo?.trim() || `Episodio del ${longFecha(new Date(fecha_creacion))}`
}

/** The chapter of a moment: the last one that has begun; undefined before the first. */
export function capituloAt(capitulos: readonly Capitulo[], position: number): Capitulo | undefined {
  return capitulos.findLast(({ segundo }) => segundo <= position)
}
