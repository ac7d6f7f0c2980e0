import { X } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { cx } from '../../components/cx.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import { readable } from '../../lib/text/readable.ts'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { discardEnviado, type Escrito, type MensajeSoporte, resendEnviado } from './hilo.ts'

type ConversacionProps = {
  mensajes: MensajeSoporte[]
  /** What has not arrived yet. */
  enviados: Entry<Escrito>[]
  /** Nobody has answered her last word. */
  waits: boolean
}

/** What she and the team wrote, oldest first, and what is still on this device. */
export function Conversacion({ mensajes, enviados, waits }: ConversacionProps) {
  const arrived = new Set(mensajes.map(({ id }) => id))
  return (
    <section aria-label="Conversación" className="grid gap-3">
      <ol className="grid gap-3">
        {mensajes.map(({ id, del_equipo, texto, codigo, creado_en }) => {
          const moment = new Date(creado_en)
          return (
            <Globo key={id} own={!del_equipo} texto={texto} codigo={codigo}>
              {del_equipo ? 'El equipo' : 'Tú'} · {longFecha(moment)}, {shortHora(moment)}
            </Globo>
          )
        })}
        {enviados
          .filter(({ id }) => !arrived.has(id))
          .map((entry) => (
            <Globo key={entry.id} own texto={entry.body.texto} codigo={entry.body.codigo}>
              {entry.state === 'held' ? 'No se pudo enviar' : 'Se enviará cuando haya conexión'}
              {entry.state === 'held' && (
                <span className="flex gap-2">
                  <Button look="quiet" className="-ml-3 px-3" onClick={() => resendEnviado(entry)}>
                    Reintentar
                  </Button>
                  <Button look="quiet" className="px-3" onClick={() => discardEnviado(entry)}>
                    Descartar
                  </Button>
                </span>
              )}
            </Globo>
          ))}
      </ol>
      {waits && <p className="text-sm text-tinta-suave">Tu mensaje espera respuesta.</p>}
    </section>
  )
}

type GloboProps = { own: boolean; texto: string; codigo: string | null; children: React.ReactNode }

function Globo({ own, texto, codigo, children }: GloboProps) {
  return (
    <li
      className={cx(
        'grid max-w-[88%] gap-1.5 rounded-card border px-4 py-3',
        own
          ? 'justify-self-end border-linea bg-superficie'
          : 'justify-self-start border-transparent bg-jacaranda-suave',
      )}
    >
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {readable(texto)}
      </p>
      {codigo && <Codigo codigo={codigo} />}
      <p className="text-sm text-tinta-suave">{children}</p>
    </li>
  )
}

/** The code of what failed, which leads the team to what the service noted of it. */
export function Codigo({ codigo, onRemove }: { codigo: string; onRemove?: () => void }) {
  return (
    <p className="inline-flex items-center gap-1 justify-self-start rounded-full bg-hundido px-3 text-sm">
      Código <span className="select-all font-semibold tracking-wide">{codigo}</span>
      {onRemove && (
        <IconButton
          label={`Quitar el código ${codigo}`}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onRemove}
          className="-mr-3"
        />
      )}
    </p>
  )
}
