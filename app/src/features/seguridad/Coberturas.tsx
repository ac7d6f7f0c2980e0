import { Crown, Download, Phone } from 'lucide-react'
import { brand } from '../../lib/installation/brand.ts'
import { telHref } from '../../lib/outside/phone.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

const icon = 'size-5 shrink-0'

/** «Mis Coberturas»: what the plans promise; of its three buttons only the call is real yet. */
export function Coberturas() {
  return (
    <Card as="section" className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Mis Coberturas</h2>
        <p className="text-[0.9375rem] text-tinta-suave">Asistencia y coberturas de tu plan.</p>
      </div>
      <div className="grid gap-2">
        <a
          href={telHref(brand.emergencyNumber) ?? undefined}
          onClick={sayAsistencia}
          className={buttonClass({ look: 'secondary', wide: true })}
        >
          <Phone aria-hidden="true" className={icon} />
          Asistencia {brand.name} · {brand.emergencyNumber}
        </a>
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
    </Card>
  )
}

function sayAsistencia(): void {
  toast({
    title: `Llamando al ${brand.emergencyNumber}`,
    description: `Si la llamada no empieza sola, marca ${brand.emergencyNumber} en tu teléfono.`,
  })
}
