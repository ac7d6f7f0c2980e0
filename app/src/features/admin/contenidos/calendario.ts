/*
 * What each of the weeks ahead has, as members will find it: pure, of the weeks that the service names (migration contenidos), and of all
 * books and episodes, hidden ones too.
 */

/** A week as the service has it: its number, its Monday, its first moment and that after it. */
export type Semana = { semana: number; lunes: string; desde: string; hasta: string }

type Libro = {
  semana: number
  disponible: boolean
  publica_en: string | null
  url_pdf: string | null
}
type Episodio = { fecha_creacion: string; visible: boolean; url_audio: string | null }

/** `después`: a book of this week that waits for a day after it, and is read when the week comes round again. */
export type Estado = 'oculto' | 'sin archivo' | 'programado' | 'después' | 'publicado'

/** How a book stands in a week. */
export function estadoOfLibro(
  { disponible, publica_en, url_pdf }: Omit<Libro, 'semana'>,
  now: Date,
  hasta?: Date,
): Estado {
  const from = publica_en === null ? null : new Date(publica_en)
  if (!disponible) return 'oculto'
  if (from && hasta && from >= hasta) return 'después'
  if (!url_pdf) return 'sin archivo'
  return from && from > now ? 'programado' : 'publicado'
}

/** How an episode stands. */
export function estadoOfEpisodio({ fecha_creacion, visible, url_audio }: Episodio, now: Date): Estado {
  if (!visible) return 'oculto'
  if (!url_audio) return 'sin archivo'
  return new Date(fecha_creacion) > now ? 'programado' : 'publicado'
}

/** Members find it there. */
const fills = ({ estado }: { estado: Estado }) => estado === 'publicado' || estado === 'programado'

type Encuentro = { empieza: string; termina: string; estado: string }

/** How an event stands: `borrador` nobody sees; `terminado` nobody reads any more. */
export function estadoOfEncuentro(
  { termina, estado }: Encuentro,
  now: Date,
): 'borrador' | 'publicado' | 'cancelado' | 'terminado' {
  if (estado === 'borrador' || estado === 'cancelado') return estado
  return new Date(termina) <= now ? 'terminado' : 'publicado'
}

/** What of a list falls into a week, in its order of time; what may lack for weeks on end and is no gap. */
export function inSemana<T>(
  { desde, hasta }: Pick<Semana, 'desde' | 'hasta'>,
  all: readonly T[],
  when: (one: T) => string,
): T[] {
  const [from, to] = [Date.parse(desde), Date.parse(hasta)]
  return all
    .filter((one) => Date.parse(when(one)) >= from && Date.parse(when(one)) < to)
    .sort((a, b) => Date.parse(when(a)) - Date.parse(when(b)))
}

/** Each week with what it has; `faltan`: what members would not find in it. */
export function fillSemanas<B extends Libro, E extends Episodio>(
  semanas: readonly Semana[],
  libros: readonly B[],
  episodios: readonly E[],
  now: Date,
) {
  return semanas.map((semana) => {
    const [from, to] = [new Date(semana.desde), new Date(semana.hasta)]
    const books = libros
      .filter((libro) => libro.semana === semana.semana)
      .map((libro) => ({ libro, estado: estadoOfLibro(libro, now, to) }))
    const sounds = episodios
      .filter(({ fecha_creacion }) => new Date(fecha_creacion) >= from && new Date(fecha_creacion) < to)
      .map((episodio) => ({ episodio, estado: estadoOfEpisodio(episodio, now) }))
      .sort((a, b) => a.episodio.fecha_creacion.localeCompare(b.episodio.fecha_creacion))
    return {
      ...semana,
      libros: books,
      episodios: sounds,
      faltan: { libro: !books.some(fills), episodio: !sounds.some(fills) },
    }
  })
}

/** A week with what it has. */
export type Llena<B extends Libro, E extends Episodio> = ReturnType<typeof fillSemanas<B, E>>[number]
