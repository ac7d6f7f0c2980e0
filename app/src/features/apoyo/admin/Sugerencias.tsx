import { Check, Pencil, X } from 'lucide-react'
import { Button } from '../../../components/button/Button.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha } from '../../../lib/time/fechas.ts'
import type { Asociacion } from '../asociaciones.ts'
import * as toasts from '../toasts.ts'
import { type Sugerencia, useSettleSugerencia, useSugerenciasPendientes } from './llamadas.ts'

type SugerenciasProps = { asociaciones: Asociacion[]; onEdit: (asociacion: Asociacion) => void }

const icon = 'size-4.5 shrink-0'

/** What members suggest; whose words they are nobody learns. */
export function Sugerencias({ asociaciones, onEdit }: SugerenciasProps) {
  const query = useSugerenciasPendientes()
  return (
    <QueryView
      query={query}
      errorMessage="No se pudieron cargar las sugerencias."
      empty={<p className="text-tinta-suave">No hay sugerencias por atender.</p>}
    >
      {(list) => (
        <Card flush>
          <ul>
            {list.map((sugerencia) => (
              <Renglon
                key={sugerencia.id}
                sugerencia={sugerencia}
                asociacion={asociaciones.find(({ id }) => id === sugerencia.asociacion_id)}
                onEdit={onEdit}
              />
            ))}
          </ul>
        </Card>
      )}
    </QueryView>
  )
}

type RenglonProps = {
  sugerencia: Sugerencia
  asociacion: Asociacion | undefined
  onEdit: (asociacion: Asociacion) => void
}

function Renglon({ sugerencia, asociacion, onEdit }: RenglonProps) {
  const { id, texto, telefono, creada_en } = sugerencia
  const settle = useSettleSugerencia()
  const about = asociacion?.nombre ?? 'Una nueva'

  const move = async (de: string, a: string) => {
    try {
      const settled = await settle.mutateAsync({ id, de, a })
      if (!settled) toasts.sugerenciaTaken()
      else toasts.sugerenciaSettled(a === 'pendiente' ? undefined : () => void move(a, 'pendiente'))
    } catch (failure) {
      toasts.notSaved(failure)
    }
  }

  return (
    <li className="grid gap-1.5 border-linea p-3.5 not-last:border-b wrap-anywhere md:p-4">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{about}</span>
        <span className="text-sm text-tinta-suave">{longFecha(new Date(creada_en))}</span>
      </p>
      <p className="whitespace-pre-line">
        <bdi>{readable(texto)}</bdi>
      </p>
      {telefono && <p className="font-medium tabular-nums">Teléfono que propone: {telefono}</p>}
      <div className="-mx-2 flex flex-wrap gap-1">
        {asociacion && (
          <Button
            look="quiet"
            className="px-3 text-sm"
            icon={<Pencil aria-hidden="true" className={icon} />}
            aria-label={`Editar ${about}`}
            onClick={() => onEdit(asociacion)}
          >
            Editar
          </Button>
        )}
        <Button
          look="quiet"
          className="px-3 text-sm"
          busy={settle.isPending}
          icon={<Check aria-hidden="true" className={icon} />}
          aria-label={`Atendida: ${about}`}
          onClick={() => void move('pendiente', 'aplicada')}
        >
          Atendida
        </Button>
        <Button
          look="quiet"
          className="px-3 text-sm"
          busy={settle.isPending}
          icon={<X aria-hidden="true" className={icon} />}
          aria-label={`Descartar: ${about}`}
          onClick={() => void move('pendiente', 'descartada')}
        >
          Descartar
        </Button>
      </div>
    </li>
  )
}
