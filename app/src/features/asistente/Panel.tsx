import { SendHorizontal, Settings } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Ajustes } from './ajustes.ts'

type PanelProps = { open: boolean; ajustes: Ajustes; onSettings: () => void; onClose: () => void }

/** The panel of the coming chat: everything but sending works. */
export function Panel({ open, ajustes, onSettings, onClose }: PanelProps) {
  return (
    <Dialog
      shape="panel"
      open={open}
      onClose={onClose}
      title={
        <span className="flex items-center gap-3">
          <Avatar src={ajustes.avatar} />
          <span className="line-clamp-1 break-all">{ajustes.name}</span>
        </span>
      }
      actions={
        <IconButton
          label="Ajustes del asistente"
          icon={<Settings aria-hidden="true" />}
          onClick={onSettings}
        />
      }
    >
      <p className="grid place-items-center rounded-card bg-hundido p-4 text-center text-tinta-suave">
        Chat en desarrollo
      </p>
      <div className="flex items-center gap-2">
        <Input aria-label="Mensaje" placeholder="Escribe un mensaje..." disabled className="flex-1" />
        <IconButton label="Enviar" icon={<SendHorizontal aria-hidden="true" />} disabled />
      </div>
    </Dialog>
  )
}
