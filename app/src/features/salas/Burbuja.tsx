import { Clock3, EllipsisVertical, RotateCw, Trash2 } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { cx } from '../../components/cx.ts'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { isEmojiOnly, readable } from '../../lib/text/readable.ts'
import { shortHora } from '../../lib/time/fechas.ts'
import type { Linea, Mensaje } from './lineas.ts'
import type { Autora } from './mensajes.ts'
import { goesUntil } from './porEnviar.ts'
import { parts } from './texto.ts'

export type Acciones = {
  onOpciones: (message: Mensaje) => void
  onEnlace: (href: string) => void
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
}

type BurbujaProps = Acciones & {
  message: Linea | Mensaje
  autora: Autora | undefined
  own: boolean
  comienza: boolean
}

/** One message: hers on the right, others' on the left under their name. Its text is rendered as text only. */
export const Burbuja = memo(function Burbuja({
  message,
  autora,
  own,
  comienza,
  onOpciones,
  onEnlace,
  onRetry,
  onDiscard,
}: BurbujaProps) {
  const estado = 'estado' in message ? message.estado : 'enviado'
  const text = readable(message.contenido)
  const name = autora?.username || 'Anónimo'
  const moment = new Date(message.creado_en)

  return (
    <article
      className={cx(
        'flex max-w-[94%] items-end gap-2 md:max-w-[75%]',
        own ? 'ml-auto' : 'mr-auto',
        comienza ? 'mt-3' : 'mt-1',
      )}
    >
      {!own && (
        <span className="w-8 shrink-0 self-start">
          {comienza && <Avatar src={autora?.foto_url} className="size-8" />}
        </span>
      )}
      <div className={cx('grid min-w-0 gap-1', own && 'justify-items-end')}>
        {own ? (
          <span className="sr-only">Tú:</span>
        ) : (
          <bdi
            translate="no"
            className={cx(
              'max-w-full px-1 wrap-anywhere font-semibold text-[0.8125rem] text-tinta-suave',
              !comienza && 'sr-only',
            )}
          >
            {name}
          </bdi>
        )}
        <div
          className={cx(
            'min-w-0 max-w-full overflow-clip rounded-card px-3.5 py-2',
            own
              ? 'rounded-br-md bg-jacaranda text-sobre-jacaranda'
              : 'rounded-bl-md border border-linea bg-superficie',
            estado === 'pendiente' && 'opacity-75',
            estado === 'fallido' && 'outline-2 outline-alerta outline-offset-2',
          )}
        >
          <Texto text={text} onEnlace={onEnlace} />
          <p
            className={cx(
              'mt-0.5 flex items-center justify-end gap-1 text-xs',
              own ? 'text-sobre-jacaranda-suave' : 'text-tinta-suave',
            )}
          >
            {estado === 'pendiente' && <Clock3 aria-hidden="true" className="size-3" />}
            {estado === 'pendiente' && <span className="sr-only">Enviando…</span>}
            <time dateTime={message.creado_en}>{shortHora(moment)}</time>
            {estado === 'enviado' && (
              <button
                type="button"
                aria-label={`Opciones del mensaje de ${own ? 'ti' : name}, ${shortHora(moment)}`}
                onClick={() => onOpciones(message)}
                className="-mt-1 -mr-3 -mb-2 grid h-9 w-11 shrink-0 place-items-center rounded-card hover:bg-hundido/25"
              >
                <EllipsisVertical aria-hidden="true" className="size-4.5" />
              </button>
            )}
          </p>
        </div>
        {estado === 'fallido' && (
          <Fallido
            message={message}
            onRetry={() => onRetry(message.id)}
            onDiscard={() => onDiscard(message.id)}
          />
        )}
      </div>
    </article>
  )
})

/** What she wrote, its links and numbers as buttons that first say where they lead. */
function Texto({ text, onEnlace }: { text: string } & Pick<Acciones, 'onEnlace'>) {
  return (
    <p
      dir="auto"
      className={cx(
        'whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]',
        isEmojiOnly(text) && 'text-4xl leading-snug',
      )}
    >
      {parts(text).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes.
            key={index}
            type="button"
            onClick={() => onEnlace(part.href)}
            className="inline text-start underline decoration-dotted underline-offset-4"
          >
            {part.text}
          </button>
        ),
      )}
    </p>
  )
}

/** It did not arrive: it goes by itself while the talk is the same one (resend.ts); after that, whether it still goes is hers to say. */
function Fallido({
  message,
  onRetry,
  onDiscard,
}: {
  message: Mensaje
  onRetry: () => void
  onDiscard: () => void
}) {
  const [, again] = useState(0)
  const until = goesUntil(message)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(again, until - Date.now() + 1, Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-3 text-alerta-texto text-sm">
      {until === null
        ? 'No se envió, y no saldrá solo.'
        : `Todavía no sale. Se enviará solo si hay conexión antes de las ${shortHora(new Date(until))}.`}
      <button
        type="button"
        onClick={onRetry}
        className="inline-flex min-h-11 items-center gap-1 font-semibold underline underline-offset-4"
      >
        <RotateCw aria-hidden="true" className="size-4" />
        Reintentar
      </button>
      <button
        type="button"
        onClick={onDiscard}
        className="inline-flex min-h-11 items-center gap-1 font-semibold underline underline-offset-4"
      >
        <Trash2 aria-hidden="true" className="size-4" />
        Descartar
      </button>
    </p>
  )
}
