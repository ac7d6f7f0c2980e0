import { usePerfil } from '../../../data/perfil.ts'
import { useSession } from '../../../data/session.tsx'
import { nombreOf } from '../../../lib/cuenta/nombre.ts'
import { useAjustes } from './ajustes.ts'

/** What her contacts read: what she chose for them, else her name here, known at once from the session. */
export function useNombre(): string {
  const { user } = useSession()
  const { data: ajustes } = useAjustes()
  const { data: perfil } = usePerfil()
  return ajustes?.nombre ?? nombreOf(perfil?.username, user?.user_metadata)
}
