import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { Hojas } from '../../components/illustrations/Hojas.tsx'
import { toFecha } from '../../lib/time/fechas.ts'
import { type Acciones, Burbuja } from './Burbuja.tsx'
import type { ChatState } from './chatMessages.ts'
import { inicio, nombreOfDia } from './lineas.ts'

type MensajesProps = Acciones & {
  state: ChatState
  userId: string
  /** The first message that is new to her: the list opens there. */
  nuevo: string | null
  onOlder: () => void
  /** Whether the newest message is in sight. */
  onFollow: (follows: boolean) => void
}

const NEAR_END = 80
const NEAR_START = 240
/** So far below the upper edge stands what is new: a line of what she has read is seen above it. */
const MARK_ABOVE = 72

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < NEAR_END

/**
 * The messages of a circle, from the first that is new to her, else from the last one. Keeps the scroll position when messages are added above or below; follows new
 * ones only while the end is in sight.
 */
export function Mensajes({ state, userId, nuevo, onOlder, onFollow, ...acciones }: MensajesProps) {
  const { mensajes, porEnviar, autoras, hasOlder, loadingOlder } = state
  const { box, fresh, onScroll, toEnd } = useScroll(state, nuevo, onFollow, onOlder)
  const today = toFecha(new Date())
  const lines = [...mensajes, ...porEnviar]

  return (
    <div className="relative min-h-48 flex-1">
      <section
        ref={box}
        role="log"
        aria-label="Mensajes"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        className="absolute inset-0 overflow-y-auto overscroll-contain px-3 pb-3 [overflow-anchor:none] focus-visible:outline-offset-[-3px] md:px-6"
      >
        {hasOlder && (
          <div className="grid place-items-center py-2">
            {loadingOlder ? (
              <Spinner label="Cargando mensajes anteriores…" className="min-h-11 text-jacaranda-texto" />
            ) : (
              <Button look="quiet" onClick={onOlder}>
                Ver mensajes anteriores
              </Button>
            )}
          </div>
        )}
        {lines.length === 0 && (
          <div className="grid h-full place-items-center content-center gap-3 text-center text-tinta-suave">
            <Hojas className="w-28" />
            <p className="max-w-xs">Todavía nadie ha escrito aquí. Un «hola» basta para empezar.</p>
          </div>
        )}
        {lines.map((message, index) => {
          const { dia, comienza } = inicio(lines[index - 1], message)
          return (
            <Fragment key={message.id}>
              {dia && (
                <h2 className="mt-5 mb-2 text-center font-sans font-semibold text-tinta-suave text-xs tracking-normal">
                  <span className="rounded-full bg-hundido px-3 py-1.5">{nombreOfDia(dia, today)}</span>
                </h2>
              )}
              {message.id === nuevo && (
                <p
                  data-nuevo
                  className="my-4 flex items-center gap-3 font-semibold text-bugambilia-texto text-sm before:h-px before:flex-1 before:bg-linea-fuerte after:h-px after:flex-1 after:bg-linea-fuerte"
                >
                  Nuevos desde tu última visita
                </p>
              )}
              <div data-id={message.id}>
                <Burbuja
                  {...acciones}
                  message={message}
                  autora={message.user_id ? autoras.get(message.user_id) : undefined}
                  own={message.user_id === userId}
                  comienza={comienza}
                />
              </div>
            </Fragment>
          )
        })}
      </section>
      {fresh && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 grid place-items-center">
          <Button
            icon={<ArrowDown aria-hidden="true" className="size-5" />}
            onClick={toEnd}
            className="pointer-events-auto animate-sube"
          >
            Mensajes nuevos
          </Button>
        </div>
      )}
    </div>
  )
}

function useScroll(
  { mensajes, porEnviar }: ChatState,
  nuevo: string | null,
  onFollow: (follows: boolean) => void,
  onOlder: () => void,
) {
  const box = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  /** The first message in sight, and how far below the upper edge it stands. */
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const last = useRef('')
  const mine = useRef(0)
  const opened = useRef<string | null>(null)
  const [fresh, setFresh] = useState(false)

  const remember = () => {
    const element = box.current
    if (!element) return
    const edge = element.getBoundingClientRect().top
    for (const child of element.querySelectorAll<HTMLElement>('[data-id]')) {
      const { top, bottom } = child.getBoundingClientRect()
      if (bottom <= edge) continue
      anchor.current = { id: child.dataset.id!, top: top - edge }
      return
    }
    anchor.current = null
  }

  const toEnd = () => {
    const element = box.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    atEnd.current = true
    onFollow(true)
    setFresh(false)
  }

  const onScroll = () => {
    const element = box.current
    if (!element) return
    const wasAtEnd = atEnd.current
    atEnd.current = isAtEnd(element)
    if (atEnd.current !== wasAtEnd) onFollow(atEnd.current)
    if (atEnd.current) setFresh(false)
    if (element.scrollTop < NEAR_START && !atEnd.current) onOlder()
    remember()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of what is shown.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const newest = porEnviar.at(-1)?.id ?? mensajes.at(-1)?.id ?? ''
    const wrote = porEnviar.length > mine.current && porEnviar.at(-1)?.estado === 'pendiente'
    mine.current = porEnviar.length
    const mark = opened.current === nuevo ? null : element.querySelector('[data-nuevo]')
    opened.current = nuevo
    if (mark) {
      element.scrollTop += mark.getBoundingClientRect().top - element.getBoundingClientRect().top - MARK_ABOVE
      atEnd.current = isAtEnd(element)
      onFollow(atEnd.current)
      setFresh(!atEnd.current)
    } else if (atEnd.current || wrote) {
      toEnd()
    } else {
      const held = anchor.current
      const child = held && element.querySelector<HTMLElement>(`[data-id="${CSS.escape(held.id)}"]`)
      if (child) {
        element.scrollTop +=
          child.getBoundingClientRect().top - element.getBoundingClientRect().top - held.top
      }
      if (newest !== last.current) setFresh(true)
    }
    last.current = newest
    remember()
  }, [mensajes, porEnviar, nuevo])

  // A phone's keyboard halves the height: if she was at the end, scroll to the end again.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  return { box, fresh, onScroll, toEnd }
}
