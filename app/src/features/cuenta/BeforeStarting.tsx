import { DoorOpen, KeyRound, Mail, Smartphone } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { type Consejo, Consejos } from '../../components/content/Consejos.tsx'
import { Marco } from './Marco.tsx'

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

/** Read once before registering, while nothing of hers is on the phone yet. */
export function BeforeStarting({ onContinue }: { onContinue: () => void }) {
  return (
    <Marco title="Antes de empezar" subtitle="Por si alguien más usa o revisa este teléfono.">
      <Consejos consejos={consejos} />
      <Button size="lg" wide onClick={onContinue}>
        Entendido, continuar
      </Button>
    </Marco>
  )
}
