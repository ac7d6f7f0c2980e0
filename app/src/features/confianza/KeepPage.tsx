import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'

/** The page's address is a secret: to come back, the contact has to save it. */
export function KeepPage({ codigo }: { codigo: string }) {
  const [copied, setCopied] = useState(false)

  const keep = async () => {
    const url = `${location.origin}/confianza/${codigo}`
    try {
      if (navigator.share) await navigator.share({ url })
      else await navigator.clipboard.writeText(url)
      setCopied(!navigator.share)
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
        {copied && 'Enlace copiado.'}
      </p>
    </div>
  )
}
