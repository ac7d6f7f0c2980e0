import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ContrasenaForm } from '../../components/form/ContrasenaForm.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { beginSavingPassword } from './cuenta.ts'

/** Where the recovery link ends. */
export function NuevaContrasena() {
  const navigate = useNavigate()
  const [savePassword] = useState(beginSavingPassword)

  const save = async (nueva: string) => {
    await savePassword(nueva)
    toast({
      title: 'Contraseña guardada',
      description: 'Cerramos tu sesión en los demás dispositivos.',
    })
    navigate('/', { replace: true })
  }

  return (
    <NoticePage illustration={<Carta open className="w-52" />} title="Tu contraseña nueva">
      <ContrasenaForm
        nueva="Contraseña nueva"
        onSave={({ nueva }) => save(nueva)}
        onFailure={(failure) => ({ nueva: messageOf(failure) })}
        wide
        className="grid w-full gap-4 text-left"
      />
    </NoticePage>
  )
}
