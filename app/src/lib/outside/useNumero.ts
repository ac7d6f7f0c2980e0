import { useEffect, useState } from 'react'
import { formatPhone } from './phone.ts'

/** A formatted phone number; as it is stored until the formatting library has loaded. */
export function useNumero(telefono: string): string {
  const [known, setKnown] = useState({ telefono, escrito: telefono })
  useEffect(() => {
    let current = true
    formatPhone(telefono)
      .then((escrito) => current && setKnown({ telefono, escrito }))
      // Without that code the number is shown as it is stored.
      .catch(() => {})
    return () => {
      current = false
    }
  }, [telefono])
  return known.telefono === telefono ? known.escrito : telefono
}
