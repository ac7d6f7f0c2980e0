import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { removeVia } from './confianza.ts'
import type { Tests } from './useTests.ts'
import { describeVia, type Invitacion, type Via } from './vista.ts'

/** What each card of a way is given. */
export type ViaProps = {
  codigo: string
  vias: Via[]
  tests: Tests
  now: number
  onChange: (next: Invitacion) => void
}

type CardProps = { icon: ReactNode; title: string; hint?: ReactNode; children: ReactNode }

/** One way to be told. */
export function ViaCard({ icon, title, hint, children }: CardProps) {
  return (
    <Card as="section" aria-label={title} className="grid gap-3">
      <header className="flex items-start gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-jacaranda-suave text-jacaranda-texto [&_svg]:size-5.5">
          {icon}
        </span>
        <div className="grid min-w-0">
          <h2 className="font-sans font-semibold text-lg">{title}</h2>
          {hint && <p className="text-[0.9375rem] text-tinta-suave">{hint}</p>}
        </div>
      </header>
      {children}
    </Card>
  )
}

type RowProps = Omit<ViaProps, 'vias'> & { via: Via; children?: ReactNode }

/** A way that was given: how far it is proven, a test of it, and taking it back. */
export function ViaRow({ codigo, via, tests, now, onChange, children }: RowProps) {
  const { id, destino, confirmada } = via
  const text = describeVia(via, tests.at.get(id) ?? null, now)
  const [failure, setFailure] = useState('')
  const remove = async () => {
    setFailure('')
    try {
      onChange(await removeVia(codigo, id))
    } catch (failed) {
      setFailure(messageOf(failed))
    }
  }
  return (
    <div className="grid gap-2 rounded-control bg-hundido p-3">
      <div className="grid gap-0.5">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 font-semibold">
            <Correo>{destino ?? 'Un dispositivo'}</Correo>
          </p>
          <Button look="quiet" className="-my-2.5 -mr-3 shrink-0 px-3" onClick={() => void remove()}>
            Quitar
          </Button>
        </div>
        <p
          role="status"
          className={cx(
            'text-[0.9375rem]',
            text.startsWith('Funciona') ? 'text-salvia-texto' : 'text-tinta-suave',
          )}
        >
          {text}
        </p>
      </div>
      {children}
      <p role="alert" className="text-[0.9375rem] text-alerta-texto empty:hidden">
        {failure || (tests.failure?.id === id && tests.failure.text)}
      </p>
      {confirmada && (
        <Button
          look="secondary"
          className="justify-self-start px-4"
          busy={tests.busy === id}
          onClick={() => void tests.start(via)}
        >
          Enviarme una prueba
        </Button>
      )}
    </div>
  )
}
