import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { useUser } from '../../data/session.tsx'
import { downloadFile } from '../../lib/device/download.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'

/** All that is hers, to take along. */
export function DownloadDatos() {
  const { id } = useUser()
  /** How far it has come; null while nothing is under way. */
  const [done, setDone] = useState<number | null>(null)

  const download = async () => {
    setDone(0)
    try {
      const { collectDatos } = await import('./datos.ts')
      downloadFile('mis-datos.zip', await collectDatos(id, setDone), 'application/zip')
      toast({ title: 'Tus datos están en tus descargas', description: 'Guárdalos donde solo tú los veas.' })
    } catch (failure) {
      toast({
        title: 'No pudimos reunir tus datos',
        description: messageOf(failure),
        variant: 'destructive',
      })
    }
    setDone(null)
  }

  return (
    <div className="grid gap-3">
      <p className="text-[0.9375rem] text-tinta-suave">
        Un archivo con todo lo que guardas aquí. Queda sin contraseña en este dispositivo.
      </p>
      <Button
        look="secondary"
        busy={done !== null}
        busyLabel="Reuniendo tus datos…"
        onClick={download}
        icon={<Download aria-hidden="true" className="size-5" />}
      >
        Descargar mis datos
      </Button>
      {done !== null && <Progress label="Reuniendo tus datos" value={done} />}
    </div>
  )
}
