import { Dialog } from '../../components/dialog/Dialog.tsx'
import { WriteToAnybody } from '../../components/help/WriteToAnybody.tsx'

/** «Escribir a alguien con mi ubicación», for a visitor without an account. */
export function WriteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Escribir a alguien con mi ubicación"
      description="Tú eliges a quién y presionas enviar. Aquí no se guarda nada."
    >
      <div className="grid gap-3">
        <WriteToAnybody located />
      </div>
    </Dialog>
  )
}
