import { useEffect, useState } from 'react'
import type { Contenido } from '../../lib/cofre/contenido.ts'

/** An address of what is in memory, for as long as it is shown. */
export function useAddress(contenido: Contenido | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!contenido) return
    const made = URL.createObjectURL(new Blob([contenido.datos], { type: contenido.mime }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [contenido])
  return address
}
