import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { RetryButton } from '../../components/feedback/ErrorState.tsx'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Collapsible } from '../../components/layout/Collapsible.tsx'
import { StaleForm } from '../../lib/api/versionedRows.ts'
import { useBorrador, useBorradores } from '../../lib/offline/drafts.ts'
import { uuid } from '../../lib/random.ts'
import { readable } from '../../lib/text/readable.ts'
import { chooseAvatar } from './avatar.ts'
import { type Campos, HistoriaForm } from './HistoriaForm.tsx'
import {
  type MiHistoria,
  useChangeHistoria,
  useEnvio,
  useOwnHistorias,
  useSendHistoria,
  useWithdrawHistoria,
} from './historias.ts'
import * as toasts from './toasts.ts'

/**
 * What she changes of a story: `version` is the one that she began with; once that is gone, `nueva` is the id of the one that her words
 * are sent as.
 */
type Cambio = Campos & { version?: number; nueva?: string }

const CAMBIO = 'historia'

/**
 * Her own stories and what became of each. Nothing is shown where she has none.
 *
 * @param folded one line until she opens it, with what became of them in short; what she is changing is not folded away
 */
export function MisHistorias({ folded = false }: { folded?: boolean }) {
  const query = useOwnHistorias()
  const { data, refetch, isFetching } = query
  const failure = useFailure(query)
  const section = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<boolean>()
  const cambios = useBorradores<Cambio>(CAMBIO)
  // Not folded again once she has sent them: she is there.
  if (cambios.length > 0 && opened === undefined) setOpened(true)
  // Another device withdrew what she was changing here: her words are still hers.
  const sueltas = cambios.filter(([id]) => data && !data.some((historia) => historia.id === id))
  if (!data?.length && !failure && sueltas.length === 0) return null
  const focusHeading = () => section.current?.querySelector<HTMLElement>('h2 > button, h2')?.focus()
  const list = data ? (
    <ul>
      {sueltas.map(([id]) => (
        <Suelta key={id} id={id} historias={data} onDone={focusHeading} />
      ))}
      {data.map((historia) => (
        <Fila key={historia.id} historia={historia} onGone={focusHeading} />
      ))}
    </ul>
  ) : (
    <p className="flex flex-wrap items-center gap-2">
      No se pudieron cargar tus historias.
      <RetryButton busy={isFetching} onRetry={() => void refetch()} />
    </p>
  )
  return (
    <section ref={section} aria-labelledby="mias-titulo" className="grid gap-3">
      {folded ? (
        <Collapsible
          level="h2"
          open={opened ?? false}
          onOpenChange={setOpened}
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span id="mias-titulo">Tus historias</span>
              {data && <Resumen historias={data} />}
            </span>
          }
        >
          <div className="-mx-2.5">{list}</div>
        </Collapsible>
      ) : (
        <>
          <h2 tabIndex={-1} id="mias-titulo" className="text-2xl">
            Tus historias
          </h2>
          {data ? (
            <Card as="section" flush>
              {list}
            </Card>
          ) : (
            list
          )}
        </>
      )}
    </section>
  )
}

/** What became of them, where that asks for her: what was not published, else what is still being read. */
function Resumen({ historias }: { historias: MiHistoria[] }) {
  const count = (estado: MiHistoria['estado']) => historias.filter((one) => one.estado === estado).length
  const refused = count('rechazada') + count('oculta')
  const waiting = count('pendiente')
  if (refused) return <Badge tone="bugambilia">{refused} sin publicar</Badge>
  if (waiting) return <Badge tone="maiz">{waiting} en revisión</Badge>
  return <span className="font-normal text-sm text-tinta-suave">{historias.length}</span>
}

function Estado({ estado, motivo }: Pick<MiHistoria, 'estado' | 'motivo'>) {
  if (estado === 'pendiente') return <Badge tone="maiz">En revisión</Badge>
  if (estado === 'publicada') return <Badge tone="salvia">Publicada</Badge>
  return (
    <p className="rounded-control bg-bugambilia-suave px-3 py-2 text-bugambilia-texto text-sm wrap-anywhere">
      <strong className="font-semibold">No publicada:</strong> {readable(motivo ?? '')}
    </p>
  )
}

type FilaProps = { historia: MiHistoria; onGone: () => void }

const itemClass = 'grid gap-2 border-linea p-2.5 not-last:border-b'
const noticeClass = 'rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm'

function Fila({ historia, onGone }: FilaProps) {
  const { id, titulo, estado, motivo, anonima } = historia
  // What she was changing is open again after a reload.
  const [draft, write, forget] = useBorrador<Cambio | null>(`historia ${id}`, null)
  const [pressed, setPressed] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const editLabel = estado === 'rechazada' || estado === 'oculta' ? 'Editar y enviar de nuevo' : 'Editar'
  const focusEdit = () => requestAnimationFrame(() => edit.current?.focus())

  return (
    <li className={itemClass}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 font-sans font-semibold text-base wrap-anywhere">
          {readable(titulo)}
        </h3>
        <span className="text-sm text-tinta-suave">{anonima ? 'Anónima' : 'Con tu nombre'}</span>
      </div>
      <div className="justify-self-start">
        <Estado estado={estado} motivo={motivo} />
      </div>
      {pressed || draft ? (
        <EditHistoria
          historia={historia}
          draft={draft}
          onChange={(next) => {
            // Written back to what it was, it is no draft, and the form stays.
            setPressed(true)
            write(next)
          }}
          onDone={(sent) => {
            // What she wrote on while it was being sent is still before her.
            if (!forget(sent)) return false
            setPressed(false)
            focusEdit()
            return true
          }}
        />
      ) : (
        <div className="-mx-3 -mb-1.5 flex flex-wrap">
          <Button
            ref={edit}
            look="quiet"
            className="px-3 text-sm"
            aria-label={`${editLabel} «${readable(titulo)}»`}
            onClick={() => setPressed(true)}
          >
            {editLabel}
          </Button>
          <WithdrawHistoria historia={historia} onGone={onGone} />
        </div>
      )}
    </li>
  )
}

type EditProps = {
  historia: MiHistoria
  /** What she has changed and not sent. */
  draft: Cambio | null
  onChange: (draft: Cambio | null) => void
  /** @param sent what the service has; without it she throws her change away. @returns whether nothing is left of it */
  onDone: (sent?: Cambio) => boolean
}

function EditHistoria({ historia, draft, onChange, onDone }: EditProps) {
  const { id, titulo, contenido, anonima, estado, version } = historia
  const changeHistoria = useChangeHistoria()
  const [sent, setSent] = useState<Campos | null>(null)
  const original: Cambio = { titulo, contenido, anonima, version }
  const shown = draft ?? original
  const begun = shown.version ?? version
  const elsewhere = begun < version && !says(historia, shown) && !(sent && says(historia, sent))

  const write = (campos: Campos) => onChange(isSame(campos, original) ? null : { ...campos, version: begun })
  const send = async () => {
    try {
      // Pressed beside the notice that it changed, the words here are the ones that she wants.
      await changeHistoria.mutateAsync({ ...camposOf(shown), id, version })
      setSent(shown)
      if (onDone(shown)) toasts.historiaSent()
      else toasts.sentWithoutLast()
    } catch (failure) {
      if (failure instanceof StaleForm) toasts.historiaStale(failure.now === null)
      else toasts.sendFailed(failure)
    }
  }

  return (
    <div className="grid gap-3">
      {elsewhere && (
        <div role="alert" className={cx(noticeClass, 'grid gap-1.5')}>
          <p>
            <strong className="font-semibold">Esta historia cambió mientras escribías.</strong> Si envías,
            queda lo que escribiste aquí. Ahora dice:
          </p>
          {titulo !== shown.titulo && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              {readable(titulo)}
            </p>
          )}
          <p dir="auto" className="max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            {readable(contenido)}
          </p>
        </div>
      )}
      {estado === 'publicada' && (
        <p className="text-sm text-tinta-suave">
          Mientras el equipo lee los cambios, dejará de verse en el blog.
        </p>
      )}
      <HistoriaForm draft={shown} onChange={write} onSend={send} busy={changeHistoria.isPending}>
        <Button look="quiet" onClick={() => onDone()}>
          Cancelar
        </Button>
      </HistoriaForm>
    </div>
  )
}

const camposOf = ({ titulo, contenido, anonima }: Campos): Campos => ({ titulo, contenido, anonima })
const isSame = (one: Campos, other: Campos) =>
  one.titulo === other.titulo && one.contenido === other.contenido && one.anonima === other.anonima
/** Whether the service has these words, which it keeps without the spaces around them. */
const says = (historia: Campos, { titulo, contenido, anonima }: Campos) =>
  isSame(historia, { titulo: titulo.trim(), contenido: contenido.trim(), anonima })

type SueltaProps = { id: string; historias: MiHistoria[]; onDone: () => void }

/** What she was changing of a story that is gone: it stays hers, to be sent as another one or thrown away. */
function Suelta({ id, historias, onDone }: SueltaProps) {
  const [draft, write, forget] = useBorrador<Cambio | null>(`historia ${id}`, null)
  const sendHistoria = useSendHistoria()
  const { envio, takeBack } = useEnvio(draft?.nueva ?? '')
  const busy = sendHistoria.isPending || envio === 'esperada'
  const nueva = historias.find((one) => one.id === draft?.nueva)
  const arrived = !busy && draft && nueva && says(nueva, draft)

  // Sent by a page that went before the answer: it is among her stories, and no draft beside it.
  useEffect(() => {
    if (arrived) forget()
  })
  if (!draft) return null

  const send = async () => {
    // Chosen once: trying again after a lost answer sends the same story.
    const sent = draft.nueva ? draft : { ...draft, nueva: uuid() }
    write(sent)
    try {
      await sendHistoria.mutateAsync({ ...camposOf(sent), id: sent.nueva!, avatar: chooseAvatar() })
      if (forget(sent)) {
        toasts.historiaSent()
        onDone()
      } else toasts.sentWithoutLast()
    } catch (failure) {
      toasts.sendFailed(failure)
    }
  }
  // What she takes out or throws away is not sent by what an earlier page left on its way.
  const change = (campos: Campos) => {
    takeBack()
    write({ ...draft, ...camposOf(campos) })
  }
  const discard = () => {
    takeBack()
    forget()
  }

  return (
    <li className={itemClass}>
      {!nueva && (
        <p role="status" className={noticeClass}>
          <strong className="font-semibold">Esta historia se retiró en otra pestaña o dispositivo.</strong> Lo
          que escribiste sigue aquí. Si lo envías, va como una historia nueva.
        </p>
      )}
      <HistoriaForm draft={draft} onChange={change} onSend={send} busy={busy}>
        {!busy && (
          <Button look="quiet" onClick={() => toasts.discarded(draft, write, discard)}>
            Descartar
          </Button>
        )}
        {envio === 'dejada' && !busy && <p className="text-sm text-tinta-suave">Se está enviando</p>}
      </HistoriaForm>
    </li>
  )
}

function WithdrawHistoria({ historia, onGone }: FilaProps) {
  const [asking, setAsking] = useState(false)
  const withdrawHistoria = useWithdrawHistoria()

  const remove = async () => {
    try {
      await withdrawHistoria.mutateAsync(historia.id)
      toasts.historiaWithdrawn()
      onGone()
    } catch (failure) {
      toasts.withdrawFailed(failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-label={`Retirar «${readable(historia.titulo)}»`}
        onClick={() => setAsking(true)}
      >
        Retirar
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Retirar tu historia?"
        description="Se borra para siempre, también del blog si ya está publicada."
        action="Retirar"
        busy={withdrawHistoria.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
