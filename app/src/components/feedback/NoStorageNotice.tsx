import { useEffect, useState } from 'react'

/**
 * The one sentence for a browser that stores no session: cookies blocked, storage missing or full. Checked in an effect, since a prerendered
 * page knows no browser.
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
