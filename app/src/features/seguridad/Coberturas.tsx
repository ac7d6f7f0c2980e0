import { Crown, Download, Phone } from 'lucide-react'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { NumeroFuente } from '../../components/help/NumeroFuente.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { casa, useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { brand } from '../../lib/installation/brand.ts'
import { telHref } from '../../lib/outside/phone.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { toast } from '../../lib/toast/toast.tsx'

const icon = 'size-5 shrink-0'

/** «Mis Coberturas»: what the plans promise; of its buttons only the calls are real yet. Its own number stays, hers stands beside it. */
export function Coberturas() {
  const hers = useEmergencia()
  const own = casa()
  const others = hers.numero === own.numero ? [] : [hers]
  return (
    <Details title="Mis Coberturas">
      <p className="pb-3 text-[0.9375rem] text-tinta-suave">Asistencia y coberturas de tu plan.</p>
      <div className="grid gap-2">
        <a
          href={telHref(own.numero) ?? undefined}
          onClick={() => sayLlamando(own.numero)}
          className={buttonClass({ look: 'secondary', wide: true })}
        >
          <Phone aria-hidden="true" className={icon} />
          <span>
            Asistencia {brand.name} · <Propio>{own.numero}</Propio>
          </span>
        </a>
        {others.map(({ numero, pais }) => (
          <a
            key={numero}
            href={telHref(numero) ?? undefined}
            onClick={() => sayLlamando(numero)}
            className={buttonClass({ look: 'secondary', wide: true })}
          >
            <Phone aria-hidden="true" className={icon} />
            <span>
              Emergencias en {pais} · <Propio>{numero}</Propio>
            </span>
          </a>
        ))}
        <NumeroFuente de={[own, ...others].map(({ de }) => de)} />
        <Button
          look="quiet"
          wide
          icon={<Download aria-hidden="true" className={icon} />}
          onClick={() => showUnderConstruction('La descarga de tu cobertura aún no está implementada.')}
        >
          Descargar cobertura
        </Button>
        <Button
          look="quiet"
          wide
          icon={<Crown aria-hidden="true" className={icon} />}
          onClick={() => showUnderConstruction('Esta función aún no está implementada.')}
        >
          Asistencia Premium
        </Button>
      </div>
    </Details>
  )
}

function sayLlamando(numero: string): void {
  toast({
    title: `Llamando al ${numero}`,
    description: `Si la llamada no empieza sola, marca ${numero} en tu teléfono.`,
  })
}
