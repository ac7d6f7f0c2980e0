import { useEffect, useState } from 'react'

/**
 * The one sentence for a browser that keeps no session: cookies blocked, storage missing or full. Asked once the page stands, since what
 * comes drawn knows no browser.
 */
export function NoStorageNotice({ unless }: { unless: () => boolean }) {
  const [stored, setStored] = useState(true)
  useEffect(() => setStored(unless()), [unless])
  if (stored) return null
  return (
    <p role="status" className="text-sm text-tinta-suave">
      Este navegador no guarda nada: al cerrar tendrás que volver a entrar.
    </p>
  )
}
