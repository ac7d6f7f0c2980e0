import { type ReactNode, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { type QueryLike, QueryView } from '../feedback/QueryView.tsx'

type VersionesProps<Saved> = {
  /** What the service has; null where the other device deleted it. */
  query: QueryLike<Saved | null>
  errorMessage: string
  /** What happened on the other device. */
  message: (saved: Saved | null) => string
  /** What is written here, and the other device's. */
  mine: ReactNode
  theirs: { title: string; content: (saved: Saved) => ReactNode }
  /** Keeps what is written here; no label where that cannot be. The page reports its failures. */
  keepMine: { label: (saved: Saved | null) => string | null; onClick: (saved: Saved | null) => Promise<void> }
  /** Lets go of what is written here. */
  keepTheirs: { label: (saved: Saved | null) => string; onClick: () => void }
  keepBoth?: { label: string; onClick: (saved: Saved) => void | Promise<void> } | undefined
}

/** Two devices changed the same thing, or one deleted it: both versions, and nothing is lost before she has chosen. */
export function Versiones<Saved>({ query, errorMessage, ...props }: VersionesProps<Saved>) {
  const known = { ...query, data: query.data === undefined ? undefined : { saved: query.data } }
  return (
    <QueryView query={known} empty="" errorMessage={errorMessage}>
      {({ saved }) => <Choice saved={saved} {...props} />}
    </QueryView>
  )
}

type ChoiceProps<Saved> = Omit<VersionesProps<Saved>, 'query' | 'errorMessage'> & { saved: Saved | null }

function Choice<Saved>({ saved, message, mine, theirs, keepMine, keepTheirs, keepBoth }: ChoiceProps<Saved>) {
  const [saving, setSaving] = useState(false)
  const once = async (work: () => void | Promise<void>) => {
    if (saving) return
    setSaving(true)
    try {
      await work()
    } finally {
      setSaving(false)
    }
  }
  const letGo = (look: 'quiet' | 'secondary') => (
    <Button look={look} onClick={keepTheirs.onClick}>
      {keepTheirs.label(saved)}
    </Button>
  )

  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto">
        {message(saved)}
      </p>
      <Version title="En este dispositivo" content={mine}>
        {keepMine.label(saved) && (
          <Button
            busy={saving}
            busyLabel="Guardando…"
            onClick={() => void once(() => keepMine.onClick(saved))}
          >
            {keepMine.label(saved)}
          </Button>
        )}
        {saved === null && letGo('quiet')}
      </Version>
      {saved !== null && (
        <>
          <Version title={theirs.title} content={theirs.content(saved)}>
            {letGo('secondary')}
          </Version>
          {keepBoth && (
            <Button look="quiet" onClick={() => void once(() => keepBoth.onClick(saved))}>
              {keepBoth.label}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Version({ title, content, children }: { title: string; content: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid justify-items-start gap-3 rounded-card border border-linea p-4"
    >
      <h3 className="font-sans font-semibold">{title}</h3>
      {content}
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
