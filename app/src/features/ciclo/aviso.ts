import type { Aviso, Historia } from '../../lib/ciclo/apuntes.ts'
import { pronosticoOf } from '../../lib/ciclo/ciclos.ts'
import { addDays, type Fecha } from '../../lib/time/fechas.ts'

/*
 * The reminder of «¿Llegó?» follows the forecast. Which event of her agenda is that reminder, two devices know without asking each other: its id
 * is made of a random seed, which stands on her sheet, and of its day. So for one day they put one event; one that lies on another day than its
 * id says was moved by hand, and is hers.
 */

/** A reminder of one day in her agenda, as it was put there. */
export type Quieto = { id: string; fecha: Fecha; actualizado_en: string }

export const idOfAviso = (semilla: string, fecha: Fecha): string => {
  const [head, tail] = [semilla.slice(0, -8), semilla.slice(-8)]
  const day = Number(fecha.replaceAll('-', ''))
  return head + ((Number.parseInt(tail, 16) ^ day) >>> 0).toString(16).padStart(8, '0')
}

/** The day after the one on which her next period is expected; null where none is. */
export function diaDelAviso({ inicios, modo }: Pick<Historia, 'inicios' | 'modo'>, hoy: Fecha): Fecha | null {
  const pronostico = pronosticoOf(inicios, hoy, modo)
  return pronostico && addDays(pronostico.proximo, 1)
}

/** What is to be done, in this order. */
export type Plan = {
  add: { id: string; fecha: Fecha } | null
  /** What stands on her sheet then; null where she wants no reminder any more. */
  write: readonly { semilla: string; value: Aviso | null }[]
  remove: readonly Quieto[]
}

/**
 * What makes her agenda say what her forecast says.
 *
 * @param avisos several where two devices began one without knowing of each other: one of them stays
 * @param quietos reminders of one day in her agenda
 * @param dia on which she is to be reminded; null where nothing is expected
 * @returns null where nothing is to be done
 */
export function planOf(
  avisos: readonly Aviso[],
  quietos: readonly Quieto[],
  dia: Fecha | null,
  hoy: Fecha,
): Plan | null {
  const [aviso, ...others] = avisos.toSorted((one, other) => (one.semilla < other.semilla ? -1 : 1))
  if (!aviso) return null
  const ahead = ({ semilla }: Aviso) =>
    quietos.filter(({ id, fecha }) => fecha >= hoy && id === idOfAviso(semilla, fecha))
  const plan = planOfOne(aviso, ahead(aviso), dia, hoy)
  const both = {
    add: plan.add,
    write: [...plan.write, ...others.map(({ semilla }) => ({ semilla, value: null }))],
    remove: [...plan.remove, ...others.flatMap(ahead)],
  }
  return both.add || both.write.length > 0 || both.remove.length > 0 ? both : null
}

const NOTHING = { add: null, write: [], remove: [] }

function planOfOne(aviso: Aviso, mine: readonly Quieto[], dia: Fecha | null, hoy: Fecha): Plan {
  const { semilla, fecha } = aviso
  const put = (next: Fecha | null) => (next === fecha ? [] : [{ semilla, value: { ...aviso, fecha: next } }])
  if (dia === null) return { add: null, write: put(null), remove: mine }
  // She has been asked.
  if (dia < hoy) return NOTHING
  const isThere = mine.some((one) => one.fecha === dia)
  if (!isThere && fecha && fecha >= hoy && !mine.some((one) => one.fecha === fecha)) {
    // Another device has put it elsewhere, and what it wrote of that is on its way.
    if (mine.length > 0) return NOTHING
    // She moved or deleted it.
    return { add: null, write: [{ semilla, value: null }], remove: [] }
  }
  return {
    add: isThere ? null : { id: idOfAviso(semilla, dia), fecha: dia },
    write: put(dia),
    remove: mine.filter((one) => one.fecha !== dia),
  }
}
