import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Fila } from '../Fila.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import { SalaDialog } from './SalaDialog.tsx'
import { fechaToMove, type SalaAdmin, useDeleteSala, useSalasAdmin, useUpdateSala } from './salas.ts'

export function SalasAdmin() {
  const salas = useSalasAdmin()
  const [edicion, setEdicion] = useState<SalaAdmin | 'nueva' | null>(null)
  const [deleting, setDeleting] = useState<SalaAdmin | null>(null)
  const updateSala = useUpdateSala()
  const deleteSala = useDeleteSala()

  const change = (next: Parameters<typeof updateSala.mutate>[0]) =>
    updateSala.mutate(next, { onError: (failure) => sayFailed('No se pudo cambiar', failure) })

  const remove = async (sala: SalaAdmin) => {
    try {
      await deleteSala.mutateAsync(sala)
      sayDone('Sala borrada')
    } catch (failure) {
      sayFailed('No se pudo borrar', failure)
    }
    setDeleting(null)
  }

  return (
    <AdminPage
      title="Salas"
      text="Los Círculos de Confianza, en el orden en que aparecen."
      action={
        <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setEdicion('nueva')}>
          Agregar sala
        </Button>
      }
    >
      <QueryView
        query={salas}
        errorMessage="No se pudieron cargar las salas. Inténtalo de nuevo más tarde."
        empty="Todavía no hay salas."
      >
        {(list) => (
          <Card flush>
            <ul>
              {list.map((sala, index) => {
                const move = (by: -1 | 1) => () =>
                  change({ sala, change: { created_at: fechaToMove(list, index, by) } })
                return (
                  <Fila
                    key={sala.id}
                    name={sala.nombre}
                    detail={sala.descripcion ?? 'Sin descripción'}
                    hidden={!sala.visible}
                    busy={updateSala.isPending}
                    order={{
                      up: index > 0 ? move(-1) : undefined,
                      down: index < list.length - 1 ? move(1) : undefined,
                    }}
                    onToggle={() => change({ sala, change: { visible: !sala.visible } })}
                    onEdit={() => setEdicion(sala)}
                    onDelete={() => setDeleting(sala)}
                  />
                )
              })}
            </ul>
          </Card>
        )}
      </QueryView>
      <SalaDialog edicion={edicion} onClose={() => setEdicion(null)} />
      <ConfirmDialog
        open={deleting !== null}
        title="¿Borrar esta sala?"
        description={`Con «${deleting?.nombre}» se borran para siempre todos sus mensajes. Para cerrarla por un tiempo, mejor ocúltala.`}
        action="Borrar"
        busy={deleteSala.isPending}
        onConfirm={() => deleting && void remove(deleting)}
        onCancel={() => setDeleting(null)}
      />
    </AdminPage>
  )
}
