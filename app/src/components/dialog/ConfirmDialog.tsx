import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  /** The question, word for word as docs/product.md has it. */
  title: string
  /** What is lost, and whether it can be undone. */
  description?: string
  /** What the button that does it says. */
  action: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted for good. The button that cancels comes first. */
export function ConfirmDialog({
  open,
  title,
  description,
  action,
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={title} description={description}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onCancel}>
          Cancelar
        </Button>
        <Button
          look="danger"
          size="lg"
          busy={busy}
          // The second half of a double press: of the button that opened this, or of this one before it is busy.
          onClick={({ detail }) => {
            if (detail < 2) onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
