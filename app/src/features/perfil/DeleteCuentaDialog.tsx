import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { brand } from '../../lib/installation/brand.ts'
import { CAMBIOS } from '../../lib/member/cambios.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import {
  BajaIncierta,
  deleteCuenta,
  forgetDeletedCuenta,
  HayAbiertas,
  type HistoriasAnonimas,
} from './baja.ts'
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
  const [abiertas, setAbiertas] = useState<HayAbiertas | null>(null)
  const remove = async ({ historias }: { historias: HistoriasAnonimas }) => {
    const cuando = await deleteCuenta(id, historias, abiertas !== null)
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
      if (failure instanceof HayAbiertas) return setAbiertas(failure)
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
      {abiertas && <Abiertas {...abiertas} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" size="lg" busy={form.busy} busyLabel="Eliminando…">
          {abiertas ? 'Eliminar de todos modos' : 'Eliminar para siempre'}
        </Button>
      </div>
    </Form>
  )
}

/** What becomes of an open alert and of running timers; ending them as she means it is one press away. */
function Abiertas({ alerta, llegadas }: Pick<HayAbiertas, 'alerta' | 'llegadas'>) {
  const what = [
    ...(alerta ? ['una alerta abierta'] : []),
    ...(llegadas > 0 ? [llegadas === 1 ? 'un «¿Llegaste?» activo' : `${llegadas} «¿Llegaste?» activos`] : []),
  ].join(' y ')
  return (
    <div role="alert" className="grid gap-2 rounded-card bg-alerta-suave p-4">
      <p className="font-semibold">Tienes {what}</p>
      <p>
        Si eliminas tu cuenta así, avisamos a tus contactos que tu cuenta se eliminó y que no sabemos si estás
        a salvo. Si estás bien, termínalo primero.
      </p>
      <Link to="/seguridad" className="font-semibold underline underline-offset-4">
        Ir a Seguridad para terminarlo
      </Link>
    </div>
  )
}
