import { useEffect, useRef, useState } from 'react'
import { toServiceError } from '../../../lib/api/errors.ts'
import { hasPeligro } from '../../../lib/revision/peligro.ts'
import { sayDecided, sayDone, sayFailed } from '../toasts.ts'
import { DESCANSO, isDuro, OPCIONES, type Opcion } from './clases.ts'
import {
  type Cosa,
  type Espera,
  type Leido,
  nameOf,
  placeOf,
  type Senalada,
  useDecide,
  useGiveBack,
  useTake,
  useUndo,
} from './cola.ts'

/** What she has in hand; `vieja` once somebody changed it or decided meanwhile. */
type EnMano = { name: string; cosa: Espera; leido: Leido; vieja: boolean }

/** As the form of a decision holds it. */
export type Palabras = { razon: string; palabras: string; iguales: boolean; paraQuienAviso: string }

/**
 * The desk: which thing of the queue is pointed at, which one is in hand, what is being decided about it; one at a time.
 *
 * @param waiting everything that waits
 */
export function useReviewDesk(waiting: readonly Espera[]) {
  const [pointed, setPointed] = useState<Senalada>({ name: null, place: 0 })
  const [enMano, setEnMano] = useState<EnMano | null>(null)
  const cola = withEnMano(waiting, enMano, pointed.place)
  const [opcion, setOpcion] = useState<Opcion | null>(null)
  const [lote, setLote] = useState<string | null>(null)
  const [leidos, setLeidos] = useState({ duros: 0, todos: 0 })
  const wantsFocus = useRef(false)
  const wantsWords = useRef<string | null>(null)
  const taking = useTake()
  const giving = useGiveBack()
  const deciding = useDecide()
  const undoing = useUndo()
  const at = placeOf(cola, pointed)
  const cosa = cola[at]
  const look = (place: number) => {
    const there = cola[place]
    setPointed({ name: there ? nameOf(there) : null, place })
  }

  // What had the focus is gone once it is decided: its place in the list has it then.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    document.querySelector<HTMLElement>(`[data-lugar="${at}"]`)?.focus()
  })

  // What she took is before her eyes, also where much was said before it, and the button that took it is no longer the one that gives it back.
  useEffect(() => {
    const words =
      wantsWords.current && document.querySelector<HTMLElement>(`${wantsWords.current} [data-leer]`)
    if (!words) return
    wantsWords.current = null
    words.focus({ preventScroll: true })
    words.scrollIntoView({ block: words.matches('li') ? 'center' : 'nearest' })
  })

  const point = (place: number) => {
    look(Math.max(0, Math.min(place, cola.length - 1)))
    wantsFocus.current = true
  }

  const take = async (taken: Espera) => {
    // By its name: what she pressed may be drawn as it was when her finger went down.
    look(cola.findIndex((other) => nameOf(other) === nameOf(taken)))
    setOpcion(null)
    if (enMano && enMano.name !== nameOf(taken)) giveBack(cola.find((other) => nameOf(other) === enMano.name))
    try {
      const leido = await taking.mutateAsync(taken)
      setEnMano({ name: nameOf(taken), cosa: taken, leido, vieja: false })
      wantsWords.current = `#cosa-${taken.id}`
      const duro = isDuro(taken.motivos) || hasPeligro(leido.texto ?? '')
      setLeidos(({ duros, todos }) => ({ duros: duros + (duro ? 1 : 0), todos: todos + 1 }))
    } catch (failure) {
      setEnMano(null)
      sayFailed('No se pudo tomar', failure)
    }
  }

  const giveBack = (given: Cosa | undefined) => {
    setEnMano(null)
    setOpcion(null)
    if (given) giving.mutate(given)
  }

  const undo = async (which: string) => {
    try {
      await undoing.mutateAsync(which)
      setLote(null)
      sayDone('Decisión deshecha: vuelve a esperar')
    } catch (failure) {
      sayFailed('No se pudo deshacer', failure)
    }
  }

  /** Makes a decision about what is in hand. @throws what the service refused, once it is told */
  const decide = async (
    about: Espera,
    chosen: Opcion,
    { razon, palabras, iguales, paraQuienAviso }: Palabras,
  ) => {
    if (!enMano) return
    try {
      const made = await deciding.mutateAsync({
        ...about,
        version: enMano.leido.version,
        que: chosen.que,
        razon,
        palabras: palabras.trim() || null,
        iguales,
        paraQuienAviso: paraQuienAviso.trim() || null,
      })
      setLote(made)
      setEnMano(null)
      setOpcion(null)
      wantsFocus.current = true
      sayDecided(chosen.hecho, () => void undo(made))
    } catch (failure) {
      const { code } = toServiceError(failure)
      // Of what is decided or gone nothing is left to decide; what has changed is to be read again.
      if (code === 'PT409' || code === 'PT404') {
        setOpcion(null)
        setEnMano((held) => (held && isWaiting(waiting, held) ? { ...held, vieja: true } : null))
      }
      throw failure
    }
  }

  /** A key, or a button, of a decision: what needs no words is made at once. */
  const choose = (chosen: Opcion) => {
    const razones = Object.keys(chosen.razones)
    if (chosen.palabras !== 'ninguna' || razones.length > 1 || !cosa) return setOpcion(chosen)
    const sent = { razon: razones[0]!, palabras: '', iguales: false, paraQuienAviso: '' }
    void decide(cosa, chosen, sent).catch((failure) => sayFailed('No se pudo decidir', failure))
  }

  const press = (tecla: 'a' | 'r') => {
    if (!cosa || enMano?.name !== nameOf(cosa) || enMano.vieja) return
    const chosen = OPCIONES[cosa.clase].find((one) => one.tecla === tecla)
    if (chosen) choose(chosen)
  }

  return {
    cola,
    at,
    enMano,
    opcion,
    busy: taking.isPending || deciding.isPending,
    isTired: leidos.duros >= DESCANSO.duros || leidos.todos >= DESCANSO.todos,
    rest: () => setLeidos({ duros: 0, todos: 0 }),
    look,
    take,
    giveBack,
    choose,
    cancel: () => setOpcion(null),
    decide,
    undo,
    keys: {
      j: () => point(at + 1),
      k: () => point(at - 1),
      t: () => cosa?.puede && void take(cosa),
      s: () => cosa && enMano?.name === nameOf(cosa) && giveBack(cosa),
      a: () => press('a'),
      r: () => press('r'),
      u: () => lote && void undo(lote),
    } as Record<string, () => void>,
  }
}

export type ReviewDesk = ReturnType<typeof useReviewDesk>

const isWaiting = (waiting: readonly Espera[], { name }: EnMano) =>
  waiting.some((cosa) => nameOf(cosa) === name)

/** What another has decided on meanwhile does not vanish under her hands, nor her words with it: she is told when she decides. Then it goes. */
function withEnMano(waiting: readonly Espera[], enMano: EnMano | null, place: number): readonly Espera[] {
  if (!enMano || enMano.vieja || isWaiting(waiting, enMano)) return waiting
  return [...waiting.slice(0, place), enMano.cosa, ...waiting.slice(place)]
}
