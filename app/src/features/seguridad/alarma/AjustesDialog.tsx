import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { AjustesOpen } from '../alAbrir.ts'

type AjustesDialogProps = { open: boolean; onClose: () => void }

/** How her alarm works, and what contacts read of her. */
export function AjustesDialog({ open, onClose }: AjustesDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ajustes de tu alerta"
      description="Vale para quienes aceptaron recibir tus alertas."
    >
      {open && <AjustesOpen onSaved={onClose} />}
    </Dialog>
  )
}
