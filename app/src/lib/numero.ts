import { useEffect, useState } from 'react'
import { formatPhone } from './phone.ts'

/** A number as people write it; as it is stored until the tables that know how are here. */
export function useNumero(telefono: string): string {
  const [known, setKnown] = useState({ telefono, escrito: telefono })
  useEffect(() => {
    let current = true
    formatPhone(telefono)
      .then((escrito) => current && setKnown({ telefono, escrito }))
      .catch(() => {})
    return () => {
      current = false
    }
  }, [telefono])
  return known.telefono === telefono ? known.escrito : telefono
}
