import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'

/** The page has an address that nobody else knows: whoever wants to come back keeps it. */
export function KeepPage({ codigo }: { codigo: string }) {
  const [kept, setKept] = useState(false)

  const keep = async () => {
    const url = `${location.origin}/confianza/${codigo}`
    try {
      if (navigator.share) await navigator.share({ url })
      else await navigator.clipboard.writeText(url)
      setKept(!navigator.share)
    } catch {
      // Taken back, or not allowed: the address stands in the browser all the same.
    }
  }

  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-[0.9375rem] text-tinta-suave">
        Esta página es solo tuya: desde aquí cambias cómo te avisamos. Guarda su enlace y no lo compartas.
      </p>
      <Button look="quiet" className="-ml-5" onClick={() => void keep()}>
        Guardar el enlace
      </Button>
      <p role="status" className="text-[0.9375rem] empty:hidden">
        {kept && 'Enlace copiado.'}
      </p>
    </div>
  )
}
