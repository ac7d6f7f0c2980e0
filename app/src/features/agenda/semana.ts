import type { Cuando, Ocurrencia } from './dias.ts'

/** An event in the column of its day: from and until which minute, and which of how many lanes beside one another is its own. */
export type Bloque<Evento extends Cuando> = {
  ocurrencia: Ocurrencia<Evento>
  desde: number
  hasta: number
  lane: number
  lanes: number
}

const DAY = 1440
/** How long an event without an end is drawn, and the least that its words need. */
const USUAL = 60
const LEAST = 30

const minutesOf = (hora: string) => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3, 5))

/**
 * Where the events of one day stand that have an hour. What overlaps stands side by side; what goes on over midnight ends with the day.
 *
 * @param list by hour
 */
export function bloquesOf<Evento extends Cuando>(list: readonly Ocurrencia<Evento>[]): Bloque<Evento>[] {
  const placed: Bloque<Evento>[] = []
  /** What overlaps one another, directly or by a third. */
  let group: Bloque<Evento>[] = []
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1))
    for (const one of group) placed.push({ ...one, lanes })
    group = []
  }
  for (const ocurrencia of list) {
    const { hora, hora_fin } = ocurrencia.evento
    if (!hora) continue
    const desde = Math.min(minutesOf(hora), DAY - LEAST)
    const fin = hora_fin ? (hora_fin < hora ? DAY : minutesOf(hora_fin)) : desde + USUAL
    const hasta = Math.min(DAY, Math.max(fin, desde + LEAST))
    if (group.every((one) => one.hasta <= desde)) close()
    const taken = new Set(group.filter((one) => one.hasta > desde).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    group.push({ ocurrencia, desde, hasta, lane, lanes: 0 })
  }
  close()
  return placed
}

/** The hours that a week shows: those of a usual day, and whatever is before or after. */
export function hoursOf(bloques: readonly { desde: number; hasta: number }[]): [first: number, last: number] {
  return [
    Math.min(8, ...bloques.map(({ desde }) => Math.floor(desde / 60))),
    Math.max(20, ...bloques.map(({ hasta }) => Math.ceil(hasta / 60))),
  ]
}
