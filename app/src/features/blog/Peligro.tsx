import { LifeBuoy, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { EmergencyLink } from '../../components/help/EmergencyLink.tsx'

const icon = 'size-5 shrink-0'

/** Emergency number, safety page and help lines, shown beside a story that mentions danger. Writing is not blocked. */
export function Peligro({ visible }: { visible: boolean }) {
  return (
    <div role="status">
      {visible && (
        <section aria-label="Ayuda inmediata" className="grid gap-3 rounded-card bg-alerta-suave p-4">
          <div className="grid gap-1">
            <p className="font-semibold text-alerta-texto">¿Esto está pasando ahora?</p>
            <p>
              Nadie leerá tu historia a tiempo para ayudarte hoy. Aquí sí te contestan; lo que escribiste te
              espera.
            </p>
          </div>
          <EmergencyLink />
          <div className="flex flex-wrap gap-2">
            <Link
              to="/seguridad"
              className={buttonClass({ look: 'secondary', className: 'bg-superficie px-4' })}
            >
              <ShieldCheck aria-hidden="true" className={icon} />
              Tu Espacio Seguro
            </Link>
            <Link
              to="/seguridad/apoyo-y-refugios"
              className={buttonClass({ look: 'quiet', className: 'px-4' })}
            >
              <LifeBuoy aria-hidden="true" className={icon} />
              Líneas de apoyo
            </Link>
          </div>
        </section>
      )}
    </div>
  )
}
