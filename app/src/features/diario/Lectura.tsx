import { CloudOff, Download, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { downloadFile } from '../../lib/device/download.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { useDeleteEntrada } from './entradas.ts'
import { Texto } from './Texto.tsx'
import * as toasts from './toasts.ts'

type LecturaProps = {
  fecha: Fecha
  contenido: string
  archivoUrl: string | null | undefined
  /** Only this device has it so far. */
  pending?: boolean
  /** It stands in the clear though she has a vault: from before it, or from who writes the database. */
  clear?: boolean
  /** Between the words and what can be done with them. */
  children: ReactNode
  onEdit: () => void
  onRemoved: () => void
}

/** A day that is written: to read, to go on with, to take along, to erase. */
export function Lectura({
  fecha,
  contenido,
  archivoUrl,
  pending,
  clear,
  onEdit,
  children,
  onRemoved,
}: LecturaProps) {
  const [asking, setAsking] = useState(false)
  const deleteEntrada = useDeleteEntrada()

  const remove = async () => {
    if (deleteEntrada.isPending) return
    try {
      await deleteEntrada.mutateAsync(fecha)
      toasts.entradaDeleted()
      onRemoved()
    } catch {
      toasts.deleteFailed()
    }
    setAsking(false)
  }

  return (
    <div className="grid gap-4">
      {pending && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-tinta-suave">
          <Badge tone="maiz">
            <CloudOff aria-hidden="true" className="size-4" />
            Por enviar
          </Badge>
          Está en este dispositivo; se enviará en cuanto haya conexión.
        </p>
      )}
      {clear && <p className="text-sm text-maiz-texto">Sin cerrar con tu llave.</p>}
      <Texto contenido={contenido} />
      {children}
      {archivoUrl && !isSealed(archivoUrl) && (
        <a href={archivoUrl} className="text-jacaranda-texto underline underline-offset-4">
          Archivo adjunto
        </a>
      )}
      <div className="flex flex-wrap items-center gap-1 border-linea border-t pt-3">
        <Button look="secondary" icon={<Pencil aria-hidden="true" className="size-5" />} onClick={onEdit}>
          Editar
        </Button>
        <IconButton
          label="Descargar"
          className="ml-auto"
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadFile(`${fecha}.txt`, contenido.trim(), 'text/plain')}
        />
        <IconButton
          label="Eliminar entrada"
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => setAsking(true)}
        />
      </div>
      <ConfirmDialog
        open={asking}
        title="¿Estás segura de que quieres eliminar esta entrada?"
        description="Se borra para siempre, con sus fotos y audios, también de tus otros dispositivos."
        action="Eliminar"
        busy={deleteEntrada.isPending}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

/** Pictures and voice notes of the vault are shown below the day. */
const isSealed = (address: string) => address.includes('/object/authenticated/diario/')
