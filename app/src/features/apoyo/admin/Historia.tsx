import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import type { Asociacion } from '../asociaciones.ts'
import { type Renglon, useHistorial } from './llamadas.ts'

const QUE: Record<string, string> = {
  alta: 'Se agregó',
  correccion: 'Se corrigió',
  muestra: 'Se mostró',
  oculta: 'Se ocultó',
  sigue_igual: 'Llamada: sigue igual',
  cambio: 'Llamada: cambió',
  no_contesta: 'Llamada: no contesta',
}

const CAMPOS: Record<string, string> = {
  nombre: 'Nombre',
  descripcion: 'Descripción',
  telefono: 'Teléfono',
  url_web: 'Sitio web',
  ubicacion: 'Lugar',
  pais: 'País',
  visible: 'Visible',
  fuente_url: 'Fuente',
  fuente_fecha: 'Fecha de la fuente',
  verificada_el: 'Verificado el',
  todo_el_dia: 'Contesta las 24 horas',
}

const said = (value: unknown): string =>
  value === null || value === '' ? 'nada' : value === true ? 'sí' : value === false ? 'no' : String(value)

/** What became of an entry in the course of time. */
export function Historia({ asociacion, onClose }: { asociacion: Asociacion | null; onClose: () => void }) {
  return (
    <Dialog open={asociacion !== null} onClose={onClose} title="Historia" description={asociacion?.nombre}>
      {asociacion && <Renglones id={asociacion.id} />}
    </Dialog>
  )
}

function Renglones({ id }: { id: string }) {
  const query = useHistorial(id)
  return (
    <QueryView
      query={query}
      errorMessage="No se pudo cargar la historia."
      empty="Todavía no hay nada: se anota desde la próxima llamada o corrección."
    >
      {(list) => (
        <ol className="grid divide-y divide-linea">
          {list.map((renglon) => (
            <Linea key={renglon.id} renglon={renglon} />
          ))}
        </ol>
      )}
    </QueryView>
  )
}

function Linea({ renglon: { que, campos, hecho_en } }: { renglon: Renglon }) {
  const when = new Date(hecho_en)
  const changed = Object.entries(campos).filter(([campo]) => campo !== 'visible' || que === 'correccion')
  return (
    <li className="grid gap-1 py-2.5 wrap-anywhere">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{QUE[que] ?? que}</span>
        <span className="text-sm text-tinta-suave">
          {longFecha(when)}, {shortHora(when)}
        </span>
      </p>
      {que === 'correccion' && (
        <dl className="grid gap-1 text-sm">
          {changed.map(([campo, [before, now]]) => (
            <div key={campo}>
              <dt className="inline font-medium">{CAMPOS[campo] ?? campo}: </dt>
              <dd className="inline">
                <del className="text-tinta-suave">{said(before)}</del> →{' '}
                <ins className="no-underline">{said(now)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
