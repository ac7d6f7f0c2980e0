import { useEffect } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { PasoBody, TITULOS } from '../../features/seguridad/primerosPasos/PasoBody.tsx'
import { PasoDialogs, useDoing } from '../../features/seguridad/primerosPasos/PasoDialogs.tsx'
import { PASOS } from '../../features/seguridad/primerosPasos/pasos.ts'
import { usePasos } from '../../features/seguridad/primerosPasos/usePasos.ts'
import { skipPasos } from '../../lib/device/primerosPasos.ts'
import { PrimerPasoFrame } from './PrimerPasoFrame.tsx'

/** The next step to an alert that reaches somebody, on the Home of a newcomer. */
export function PrimerPaso() {
  const pasos = usePasos()
  const { known, actual } = pasos
  const [doing, setDoing] = useDoing()
  const isOver = known && !actual && doing === null
  useEffect(() => {
    if (isOver) skipPasos()
  }, [isOver])
  if (!known || !actual) return <PrimerPasoFrame />
  const lugar = `${PASOS.indexOf(actual) + 1} de ${PASOS.length}`
  return (
    <PrimerPasoFrame
      titulo={TITULOS[actual]}
      lugar={
        <Link
          to="/seguridad/primeros-pasos"
          aria-label={`${lugar}, ver todos los pasos`}
          className="-my-2 -mr-2 inline-flex min-h-11 shrink-0 items-center px-2 font-normal font-sans text-sm text-tinta-suave underline underline-offset-4"
        >
          {lugar}
        </Link>
      }
    >
      {pasos.waitsFor && (
        <p role="status">
          Todavía no le avisamos a nadie por ti: falta que acepte <Propio>{pasos.waitsFor}</Propio>.
        </p>
      )}
      <PasoBody
        paso={actual}
        pasos={pasos}
        onAdd={() => setDoing('adding')}
        onInvite={(contacto) => setDoing({ inviting: contacto })}
      />
      <Button
        look="quiet"
        onClick={() => (actual === 'contacto' ? skipPasos() : pasos.pass(actual, 'omitido'))}
      >
        Ahora no
      </Button>
      <PasoDialogs doing={doing} onDo={setDoing} pasos={pasos} />
    </PrimerPasoFrame>
  )
}
