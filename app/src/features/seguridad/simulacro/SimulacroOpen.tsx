import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { Spinner } from '../../../components/feedback/Spinner.tsx'
import { isApple } from '../../../lib/device/apple.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { outsideTarget } from '../../../lib/outside/outside.ts'
import { useNombre } from '../alarma/useNombre.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { viasTo } from '../panico/alerta.ts'
import { PasosPermiso } from '../posicion/PasosPermiso.tsx'
import { SimulacroContactos } from './SimulacroContactos.tsx'
import { judgeLugar, runSimulacro, type SimulacroResult } from './simulacro.ts'

type OpenProps = { contactos: Contacto[]; reachable: number }

/** Her phone's part of the drill and, where somebody accepted, theirs. */
export function SimulacroOpen({ contactos, reachable }: OpenProps) {
  return (
    <>
      <Pasos contactos={contactos} reachable={reachable} />
      {reachable > 0 && <SimulacroContactos contactos={contactos} reachable={reachable} />}
    </>
  )
}

function Pasos({ contactos, reachable }: OpenProps) {
  const [result, setResult] = useState<SimulacroResult>()
  const nombre = useNombre()
  const named = useRef(nombre)
  named.current = nombre

  useEffect(() => {
    let over = false
    void runSimulacro(contactos, named.current).then((found) => !over && setResult(found))
    return () => {
      over = true
    }
  }, [contactos])

  if (!result) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner label="Probando…" /> Buscando tu ubicación…
      </p>
    )
  }
  const { principal, red, mensaje } = result
  const { permiso, lugar } = judgeLugar(result, Date.now())
  const via = principal && viasTo(principal, mensaje, { online: red, apple: isApple() })[0]
  const todo = permiso.bien && lugar.bien && principal && red

  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {!todo
          ? 'Esto no habría funcionado del todo:'
          : reachable > 0
            ? 'Todo listo: una alerta tuya saldría completa.'
            : 'Todo listo: tu mensaje saldría completo en cuanto presiones enviar.'}
      </p>
      <ul className="grid gap-3">
        <Paso bien={permiso.bien} title="Permiso de ubicación">
          <p>{permiso.texto}</p>
          {permiso.pasos && <PasosPermiso />}
        </Paso>
        <Paso bien={lugar.bien} title="Ubicación">
          {lugar.texto}
        </Paso>
        <Paso bien={principal !== null} title="Contacto de prioridad 1">
          {principal
            ? `El mensaje sería para ${principal.nombre}.`
            : 'Falta. Agrega a alguien con prioridad 1 y un número de celular en tus contactos de confianza.'}
        </Paso>
        <Paso bien={red} title="Internet">
          {red
            ? `${brand.name} responde.`
            : 'Sin conexión. La alerta saldría por SMS, y su registro esperaría en tu dispositivo.'}
        </Paso>
      </ul>
      {via && (
        <a
          href={via.href}
          target={via.href.startsWith('https:') ? outsideTarget() : undefined}
          rel="noopener noreferrer"
          className={buttonClass({ look: 'secondary', wide: true })}
        >
          <span>
            Ver el mensaje de SIMULACRO para <Propio>{via.nombre}</Propio>
          </span>
        </a>
      )}
    </div>
  )
}

function Paso({ bien, title, children }: { bien: boolean; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      {bien ? (
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-salvia-texto" />
      ) : (
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-maiz-texto" />
      )}
      <div className="grid gap-0.5">
        <p className="font-semibold">
          {title}
          <span className="sr-only">{bien ? ': bien' : ': falta'}</span>
        </p>
        <div className="text-[0.9375rem] text-tinta-suave">{children}</div>
      </div>
    </li>
  )
}
