import { PhoneMissed } from 'lucide-react'
import { useId } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import { longFecha } from '../../lib/time/fechas.ts'
import { AdminActions } from './AdminActions.tsx'
import type { Asociacion } from './asociaciones.ts'
import { whereText } from './lugares.ts'
import { pendientesOf } from './pendientes.ts'
import type { Reporte } from './reportes.ts'

type ReportesProps = {
  asociaciones: Asociacion[]
  reportes: Reporte[]
  onEdit: (asociacion: Asociacion) => void
  onConfirm: (asociacion: Asociacion) => void
}

/** For the admin: the numbers that members found dead, the most reported first. */
export function Reportes({ asociaciones, reportes, onEdit, onConfirm }: ReportesProps) {
  const id = useId()
  const pendientes = pendientesOf(asociaciones, reportes)
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3 border-maiz">
      <h2 id={id} className="flex items-center gap-2 text-xl">
        <PhoneMissed aria-hidden="true" className="size-5 shrink-0 text-maiz-texto" />
        Números reportados
      </h2>
      {pendientes.length === 0 ? (
        <p className="text-tinta-suave">Nadie ha avisado de un número caído.</p>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {pendientes.map(({ asociacion, count, ultimo }) => (
            <li
              key={asociacion.id}
              className="grid content-start gap-1 rounded-card bg-hundido p-3 wrap-anywhere"
            >
              <p className="font-semibold">{asociacion.nombre}</p>
              <p className="text-sm text-tinta-suave">
                {[asociacion.telefono, whereText(asociacion), asociacion.pais].filter(Boolean).join(' · ')}
              </p>
              <p className="text-maiz-texto text-sm">
                {count === 1 ? '1 aviso' : `${count} avisos`}, el último del {longFecha(new Date(ultimo))}
              </p>
              <AdminActions asociacion={asociacion} onEdit={onEdit} onConfirm={onConfirm} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
