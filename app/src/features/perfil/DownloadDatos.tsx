import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { downloadFile } from '../../lib/device/download.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'

/** All that is hers, to take along. */
export function DownloadDatos() {
  const { id } = useUser()
  const transfer = useTransfer()
  const button = useRef<HTMLButtonElement>(null)

  const download = () =>
    transfer
      .run(
        async (signal, onPart) => (await import('./datos.ts')).collectDatos(id, { signal, onPart }),
        (file) => {
          downloadFile('mis-datos.zip', file, 'application/zip')
          toast({
            title: 'Tus datos están en tus descargas',
            description: 'Guárdalos donde solo tú los veas.',
          })
        },
      )
      .catch((failure: unknown) =>
        toast({
          title: 'No pudimos reunir tus datos',
          description: messageOf(failure),
          variant: 'destructive',
        }),
      )

  return (
    <div className="grid gap-3">
      <p className="text-[0.9375rem] text-tinta-suave">
        Un archivo con todo lo que guardas aquí. Queda sin contraseña en este dispositivo.
      </p>
      <Button
        ref={button}
        look="secondary"
        busy={transfer.part !== undefined}
        busyLabel="Reuniendo tus datos…"
        onClick={download}
        icon={<Download aria-hidden="true" className="size-5" />}
      >
        Descargar mis datos
      </Button>
      <TransferView of={transfer} label="Reuniendo tus datos" button={button} />
    </div>
  )
}
