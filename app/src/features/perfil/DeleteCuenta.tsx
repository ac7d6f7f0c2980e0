import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { DeleteCuentaDialog } from './DeleteCuentaDialog.tsx'

/** Asks twice, and says plainly what is lost. */
export function DeleteCuenta() {
  const [step, setStep] = useState<'no' | 'primera' | 'segunda'>('no')
  const { estadoAdmin, papeles } = useSession()
  // Hers before she has a factor, too; a printed password or a code is asked for before this screen.
  if (estadoAdmin !== null && papeles.includes('raíz')) return <AdminStays />
  return (
    <div className="border-linea border-t pt-3">
      <Button
        look="quiet"
        className="-mx-2 px-2 text-alerta-texto"
        onClick={() => setStep('primera')}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
      >
        Eliminar mi cuenta
      </Button>
      <ConfirmDialog
        open={step === 'primera'}
        title="¿Quieres eliminar tu cuenta?"
        description="Se borran para siempre tu perfil, tu foto, tus contactos, tu diario, tu agenda y las historias con tu nombre, y lo que esperaba enviarse desde este dispositivo. Un plan de pago se cancela. Tus reseñas se retiran en los dos días siguientes, y de tus historias anónimas decides tú. Tus mensajes en las salas quedan como «Anónimo»."
        action="Continuar"
        onConfirm={() => setStep('segunda')}
        onCancel={() => setStep('no')}
      />
      <DeleteCuentaDialog open={step === 'segunda'} onClose={() => setStep('no')} />
    </div>
  )
}

/** The installation would be left without an administradora; the database refuses it too. */
function AdminStays() {
  return (
    <p className="border-linea border-t pt-3 text-sm text-tinta-suave">
      Esta cuenta administra la casa y no se puede eliminar. Primero tiene que administrar otra: quien tiene
      el servidor lo cambia con el ajuste ADMIN_EMAIL.
    </p>
  )
}
