import { CAMBIOS } from '../../data/cambios.ts'
import { messageOf } from '../../data/errors.ts'
import { PruebaCancelada } from '../../data/prueba.ts'
import { queryClient } from '../../data/query.ts'
import { useSession, useUser } from '../../data/session.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { BajaIncierta, deleteCuenta, forgetDeletedCuenta, type HistoriasAnonimas } from './baja.ts'
import { EleccionHistorias } from './EleccionHistorias.tsx'

type DialogProps = { open: boolean; onClose: () => void }

/** The second question. Before it is done she is asked who she is: an unlocked phone is not enough. */
export function DeleteCuentaDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="¿Segura? No se puede deshacer"
      description={`Nadie en ${brand.name} podrá recuperar tu cuenta. Si quieres conservar algo, primero descarga tus datos.`}
    >
      {open && <DeleteCuentaForm onClose={onClose} />}
    </Dialog>
  )
}

function DeleteCuentaForm({ onClose }: { onClose: () => void }) {
  const { id } = useUser()
  const { signOut } = useSession()
  const remove = async ({ historias }: { historias: HistoriasAnonimas }) => {
    const cuando = await deleteCuenta(id, historias)
    if (cuando) {
      await queryClient.invalidateQueries({ queryKey: CAMBIOS })
      toast({
        title: 'Tu cuenta se eliminará mañana',
        description: `El ${longFecha(cuando)} a las ${shortHora(cuando)}. Hasta entonces puedes cancelarlo en cualquiera de tus dispositivos.`,
      })
      return onClose()
    }
    await forgetDeletedCuenta(id)
    // The server no longer knows the session that is signed out here; that is no failure.
    await signOut().catch(() => {})
    await forgetDeletedCuenta(id)
    toast({ title: 'Tu cuenta fue eliminada', description: 'Cuídate mucho. Siempre puedes volver.' })
  }

  const form = useForm({
    initial: { historias: 'retirar' },
    send: remove,
    onFailure: (failure) => {
      if (failure instanceof PruebaCancelada) return
      const [title, description] =
        failure instanceof BajaIncierta
          ? [
              'No sabemos si tu cuenta se eliminó',
              'La respuesta no llegó. Presiona otra vez cuando haya conexión: termina igual.',
            ]
          : ['No pudimos eliminar tu cuenta', messageOf(failure)]
      toast({ title, description, variant: 'destructive' })
    },
    leaves: true,
  })

  return (
    <Form of={form} className="grid gap-4">
      <EleccionHistorias value={form.values.historias} onChange={(historias) => form.change({ historias })} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" size="lg" busy={form.busy} busyLabel="Eliminando…">
          Eliminar para siempre
        </Button>
      </div>
    </Form>
  )
}
