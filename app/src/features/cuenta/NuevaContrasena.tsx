import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { ContrasenaForm } from '../../ui/ContrasenaForm.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
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
