import { useState } from 'react'
import { messageOf } from '../api/errors.ts'
import { toast } from '../toast/toast.tsx'
import { useSession } from './session.tsx'

/** «Cerrar sesión» of a screen: what it shows meanwhile, and what she is told where the service could not be. */
export function useLeave(): { leaving: boolean; leave: () => Promise<void> } {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (failure) {
      toast({
        title: 'Error al cerrar sesión',
        description: messageOf(failure),
        variant: 'destructive',
        ofLeaving: true,
        ofLock: true,
      })
    }
  }
  return { leaving, leave }
}
