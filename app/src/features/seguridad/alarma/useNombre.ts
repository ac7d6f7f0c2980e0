import { nombreOf } from '../../../lib/cuenta/nombre.ts'
import { usePerfil } from '../../../lib/member/perfil.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { useAjustes } from './ajustes.ts'

/** What her contacts read: what she chose for them, else her name here, known at once from the session. */
export function useNombre(): string {
  const { user } = useSession()
  const { data: ajustes } = useAjustes()
  const { data: perfil } = usePerfil()
  return ajustes?.nombre ?? nombreOf(perfil?.username, user?.user_metadata)
}
