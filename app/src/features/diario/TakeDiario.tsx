import { FileOutput, FileText } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { TransferView, useTransfer } from '../../components/feedback/Transfer.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { downloadFile } from '../../lib/device/download.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toFecha } from '../../lib/time/fechas.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { readAll } from './entradas.ts'
import { asJson, asText } from './texto.ts'
import * as toasts from './toasts.ts'

type Format = 'txt' | 'json'

/** Everything she wrote, in one file that is made on the device. */
export function TakeDiario() {
  const id = useId()
  const user = useUser()
  const transfer = useTransfer()
  const [format, setFormat] = useState<Format>('txt')
  const button = useRef<HTMLButtonElement>(null)
  const busy = transfer.part === undefined ? null : format

  const take = (wanted: Format, pressed: HTMLButtonElement) => {
    if (busy) return
    setFormat(wanted)
    button.current = pressed
    void transfer
      .run(
        (signal) => readAll(user.id, signal),
        (entradas) => {
          if (entradas.length === 0) {
            toast({
              title: 'Tu diario está en blanco',
              description: 'Cuando escribas, podrás llevártelo aquí.',
            })
            return
          }
          // A neutral name: others can see the list of downloads.
          const name = `notas-${toFecha(new Date())}.${wanted}`
          if (wanted === 'txt') downloadFile(name, asText(entradas), 'text/plain')
          else downloadFile(name, asJson(entradas), 'application/json')
        },
      )
      .catch(toasts.loadFailed)
  }

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Llevarme todo
      </h2>
      <p className="text-[0.9375rem] text-tinta-suave">
        El archivo queda en tus descargas, sin contraseña: guárdalo donde solo tú entres.
      </p>
      <div className="grid grid-fit-[11rem] gap-2">
        <Button
          look="secondary"
          className="px-2"
          busy={busy === 'txt'}
          icon={<FileText aria-hidden="true" className="size-5" />}
          onClick={({ currentTarget }) => take('txt', currentTarget)}
        >
          Para leerlo
        </Button>
        <Button
          look="secondary"
          className="px-2"
          busy={busy === 'json'}
          icon={<FileOutput aria-hidden="true" className="size-5" />}
          onClick={({ currentTarget }) => take('json', currentTarget)}
        >
          Para otra aplicación
        </Button>
      </div>
      <TransferView of={transfer} label="Reuniendo tu diario" button={button} />
    </Card>
  )
}
