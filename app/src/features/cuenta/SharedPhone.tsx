import { DoorOpen, KeyRound, Mail, Smartphone } from 'lucide-react'
import { type Consejo, Consejos } from '../../components/content/Consejos.tsx'
import { Details } from '../../components/layout/Details.tsx'

const consejos: Consejo[] = [
  {
    icon: DoorOpen,
    title: 'Salir rápido está siempre arriba',
    text: 'Un toque cambia la pantalla por otra página.',
  },
  {
    icon: Mail,
    title: 'Usa un correo que solo tú abras',
    text: 'Y si el navegador ofrece guardar tu contraseña, puedes decir que no.',
  },
  {
    icon: KeyRound,
    title: 'Pon un PIN o cierra tu sesión',
    text: 'El PIN está en tu perfil. Al cerrar sesión, este dispositivo olvida todo lo tuyo.',
  },
  {
    icon: Smartphone,
    title: '¿Alguien lo vigila? Usa otro',
    text: 'El teléfono de una amiga sirve igual.',
  },
]

/** Before she leaves a first trace: somebody else may use this phone. */
export function SharedPhone() {
  return (
    <Details title="¿Alguien más usa este teléfono?">
      <Consejos consejos={consejos} />
    </Details>
  )
}
