import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Badge } from '../../../components/icons/Badge.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { brand } from '../../../lib/installation/brand.ts'
import { longFechaWithDia, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import { EncuentroEditor } from './EncuentroEditor.tsx'
import {
  type EncuentroAdmin,
  ESTADOS,
  type Plazas,
  useDeleteEncuentro,
  useEncuentrosAdmin,
} from './encuentros.ts'

/** Events and workshops: writing, publishing, cancelling. Who signed up nobody reads here. */
export function EncuentrosAdmin() {
  const encuentros = useEncuentrosAdmin()
  const [edicion, setEdicion] = useState<EncuentroAdmin | 'nuevo' | null>(null)
  const [deleting, setDeleting] = useState<EncuentroAdmin | null>(null)
  const deleteEncuentro = useDeleteEncuentro()

  const remove = async (row: EncuentroAdmin) => {
    try {
      await deleteEncuentro.mutateAsync(row)
      sayDone('Evento borrado')
    } catch (failure) {
      sayFailed('No se pudo borrar', failure)
    }
    setDeleting(null)
  }

  return (
    <AdminPage
      title="Eventos y talleres"
      text="Lo que aparece en «Novedades». Ves cuántas se apuntaron, por decenas; quiénes, nadie."
      action={
        <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEdicion('nuevo')}>
          Agregar evento
        </Button>
      }
    >
      <QueryView
        query={encuentros}
        errorMessage="No se pudieron cargar los eventos."
        empty="Todavía no hay eventos."
      >
        {(list) => (
          <Card flush>
            <ul className="renglones">
              {list.map(({ row, plazas }) => (
                <Renglon
                  key={row.id}
                  row={row}
                  plazas={plazas}
                  onEdit={() => setEdicion(row)}
                  onDelete={() => setDeleting(row)}
                />
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      <EncuentroEditor edicion={edicion} onClose={() => setEdicion(null)} />
      <ConfirmDialog
        open={deleting !== null}
        title="¿Borrar este evento?"
        description={`«${deleting?.titulo}» se borra para siempre, también para quien se había apuntado.`}
        action="Borrar"
        busy={deleteEncuentro.isPending}
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      />
    </AdminPage>
  )
}

type RenglonProps = {
  row: EncuentroAdmin
  plazas: Plazas | undefined
  onEdit: () => void
  onDelete: () => void
}

function Renglon({ row, plazas, onEdit, onDelete }: RenglonProps) {
  const { titulo, empieza, termina, estado, clase, solo_premium, cabida } = row
  const from = new Date(empieza)
  const isOver = Date.parse(termina) <= Date.now()
  return (
    <li className="grid gap-1.5 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-sans font-semibold text-base wrap-anywhere">{titulo}</h2>
        <Badge tone={estado === 'publicado' && !isOver ? 'salvia' : 'jacaranda'}>
          {isOver ? 'Terminado' : ESTADOS[estado as keyof typeof ESTADOS]}
        </Badge>
        {solo_premium && <Badge tone="maiz">{brand.plans.premium.name}</Badge>}
      </div>
      <p className="text-sm text-tinta-suave">
        {clase === 'taller' ? 'Taller' : 'Evento'}, {longFechaWithDia(from)}, {shortHora(from)}.{' '}
        {cabida === null ? 'Sin límite de lugares.' : cabida === 1 ? '1 lugar.' : `${cabida} lugares.`}
        {plazas && ` Con lugar: ${plazas.dentro}. Esperan: ${plazas.espera}.`}
      </p>
      <div className="-mx-2 flex flex-wrap">
        <Button look="quiet" className="px-2" aria-label={`Editar «${titulo}»`} onClick={onEdit}>
          Editar
        </Button>
        {(estado !== 'publicado' || isOver) && (
          <Button look="quiet" className="px-2" aria-label={`Borrar «${titulo}»`} onClick={onDelete}>
            Borrar
          </Button>
        )}
      </div>
    </li>
  )
}
