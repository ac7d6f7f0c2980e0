import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { EmergencyLine } from '../../components/help/EmergencyLine.tsx'
import { LeaveContacto } from '../../components/help/LeaveContacto.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { CorreoVia } from './CorreoVia.tsx'
import { fetchInvitacion } from './confianza.ts'
import { DeviceVia } from './DeviceVia.tsx'
import { KeepPage } from './KeepPage.tsx'
import { NumeroVia } from './NumeroVia.tsx'
import { useTests } from './useTests.ts'
import { type Aceptada, describeAcceptance, type Invitacion, isWaiting, type ViaName } from './vista.ts'

/** How often the page asks again while something is on its way. */
const ASK_EVERY_MS = 4_000
const FIRST_TEST_MS = 120_000

type ContactoProps = {
  codigo: string
  invitacion: Aceptada
  onChange: (next: Invitacion) => void
  leave: () => Promise<string | undefined>
}

/** The page of a contact who said yes: the ways to be told, each tried, and the way out. */
export function Contacto({ codigo, invitacion, onChange, leave }: ContactoProps) {
  const { nombre, vias, posibles } = invitacion
  const tests = useTests(codigo)
  const now = useNow()
  const [openedAt] = useState(Date.now)
  // A device gets its first test with the yes.
  const isFresh = now - openedAt < FIRST_TEST_MS && vias.some(({ probadaEn }) => probadaEn === null)
  useAskAgain(codigo, isFresh || isWaiting(vias, tests.at, now), onChange)
  const works = vias.some(({ confirmada }) => confirmada)
  const proven = vias.some(({ probadaEn }) => probadaEn !== null)
  const shared = { codigo, vias, tests, now, onChange }
  const isUsed = (name: ViaName) => vias.some(({ via }) => via === name)
  const used = posibles.filter(isUsed)
  const others = posibles.filter((name) => !isUsed(name))
  const way = (name: ViaName) =>
    name === 'correo' ? (
      <CorreoVia key={name} {...shared} />
    ) : name === 'push' ? (
      <DeviceVia key={name} {...shared} />
    ) : (
      <NumeroVia key={name} via={name} {...shared} />
    )

  return (
    <>
      <header className="grid gap-2">
        <h1 className={cx('leading-tight', nombre.length > 24 ? 'text-2xl' : 'text-[2rem]')}>
          Eres contacto de confianza de <Propio>{nombre}</Propio>
        </h1>
        <p role="status" className="flex items-start gap-2 text-lg">
          {works ? (
            <>
              <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-salvia-texto" />
              <span>
                {proven
                  ? 'Gracias. Así te avisamos si un día te necesita.'
                  : 'Gracias. Pruébalo una vez, para saber que te llega.'}
              </span>
            </>
          ) : (
            <span className="font-semibold text-maiz-texto">
              {vias.some(({ via }) => via === 'correo')
                ? 'Falta un paso: abre el correo que te enviamos y confírmalo. Sin esto no te llega nada.'
                : vias.length > 0
                  ? 'Falta un paso: confirma lo que elegiste. Sin esto no te llega nada.'
                  : 'Falta un paso: elige cómo quieres que te avisemos. Sin esto no te llega nada.'}
            </span>
          )}
        </p>
      </header>
      {used.map(way)}
      {others.length > 0 &&
        (used.length > 0 ? (
          <Details title="Otras formas de avisarte">
            <div className="grid gap-3">{others.map(way)}</div>
          </Details>
        ) : (
          others.map(way)
        ))}
      <KeepPage codigo={codigo} />
      <p className="text-sm text-tinta-suave">{describeAcceptance(invitacion)}</p>
      <LeaveContacto nombre={nombre} leave={leave} />
      <EmergencyLine />
    </>
  )
}

/** Asks again while something is on its way, and whenever somebody comes back to the page; never while it is hidden. */
function useAskAgain(codigo: string, waiting: boolean, onChange: (next: Invitacion) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    let over = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      fetchInvitacion(codigo).then(
        (next) => !over && latest.current(next),
        () => {
          // What is on screen stays, and is asked for again.
        },
      )
    }
    const timer = waiting ? setInterval(ask, ASK_EVERY_MS) : undefined
    document.addEventListener('visibilitychange', ask)
    return () => {
      over = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [codigo, waiting])
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 2_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
