import type { Capitulo } from '../../../lib/text/episodio.ts'
import { reloj } from '../../../lib/time/reloj.ts'

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[\s.·|)–—-]+(\S.*)$/u
const MOST = 100
const MAX_TITULO = 200

/**
 * Chapters as somebody types or pastes them: a line each, the moment and the name, «3:20 Qué es un plan».
 *
 * @returns the chapters, or what is wrong with which line
 */
export function readCapitulos(text: string): { capitulos: Capitulo[] } | { wrong: string } {
  const capitulos: Capitulo[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    const where = `Línea ${index + 1}: `
    const [, hours = '0', minutes, seconds, titulo = ''] = LINE.exec(line.trim()) ?? []
    if (minutes === undefined)
      return { wrong: `${where}escribe el minuto y el nombre, como «3:20 Qué es un plan».` }
    const segundo = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (titulo.length > MAX_TITULO) return { wrong: `${where}el nombre es demasiado largo.` }
    if (segundo <= (capitulos.at(-1)?.segundo ?? -1))
      return { wrong: `${where}debe empezar después del capítulo anterior.` }
    capitulos.push({ segundo, titulo: titulo.trim() })
  }
  if (capitulos.length > MOST) return { wrong: `Caben ${MOST} capítulos.` }
  return { capitulos }
}

/** The chapters as the form has them. */
export function writeCapitulos(capitulos: readonly Capitulo[]): string {
  return capitulos.map(({ segundo, titulo }) => `${reloj(segundo)} ${titulo}`).join('\n')
}
