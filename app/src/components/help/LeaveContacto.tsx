import { useEffect, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Frase } from '../content/Propio.tsx'

type LeaveContactoProps = {
  /** Whose contact. */
  nombre: string
  /** @returns what went wrong, in words; nothing where it is done */
  leave: () => Promise<string | undefined>
}

/** So long a tap that was not meant can be taken back. */
const SLIP_MS = 5_000

/**
 * The way out for a contact who does not want to be one any more: one tap, for ever. Who goes away in the moment in which it can
 * be taken back has left.
 */
export function LeaveContacto({ nombre, leave }: LeaveContactoProps) {
  const [state, setState] = useState<'stays' | 'leaves' | 'asks'>('stays')
  const [failure, setFailure] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const go = async () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    setState('asks')
    setFailure((await leave()) ?? '')
    setState('stays')
  }
  const latest = useRef(go)
  latest.current = go

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void latest.current()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      void latest.current()
    }
  }, [])

  const begin = () => {
    setFailure('')
    setState('leaves')
    timer.current = setTimeout(() => void latest.current(), SLIP_MS)
  }
  const stay = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setState('stays')
  }

  return (
    <div className="grid justify-items-center gap-1">
      {state === 'stays' ? (
        <Button look="quiet" onClick={begin}>
          Dejar de ser contacto
        </Button>
      ) : (
        <Button
          look="secondary"
          busy={state === 'asks'}
          busyLabel="Saliendo…"
          // The second half of a double press was meant for leaving.
          onClick={({ detail }) => {
            if (detail < 2) stay()
          }}
        >
          Me quedo
        </Button>
      )}
      <p role="status" className="text-balance text-center empty:hidden">
        {state === 'leaves' && (
          <Frase propios={[nombre]}>
            {`En cinco segundos dejas de ser contacto de ${nombre}. Para volver, tiene que invitarte otra vez.`}
          </Frase>
        )}
      </p>
      <p role="alert" className="text-alerta-texto empty:hidden">
        {failure}
      </p>
    </div>
  )
}
