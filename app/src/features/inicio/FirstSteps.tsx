import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { askCount } from '../../lib/api/ask.ts'
import { offerPasos, usePasosOffer } from '../../lib/device/primerosPasos.ts'
import { useUser } from '../../lib/session/session.tsx'

/** The next of the first steps, on a device that did not know yet that she has no contact: below what Home began with, which stays as it is. */
export function FirstSteps({ children }: { children: ReactNode }) {
  const offer = usePasosOffer()
  if (offer === 'primero') return children
  return offer === null && <WithoutContacto />
}

/** From the next time on Home begins with them. */
function WithoutContacto() {
  const { id } = useUser()
  const { data: contactos } = useQuery({
    queryKey: ['contactos_emergencia', id, 'cuantos'],
    queryFn: ({ signal }) =>
      askCount(
        (db) =>
          db
            .from('contactos_emergencia')
            .select('id', { count: 'exact', head: true })
            .eq('user_id', id)
            .eq('activo', true),
        { signal },
      ),
  })
  useEffect(() => {
    if (contactos === 0) offerPasos()
  }, [contactos])
  return null
}
