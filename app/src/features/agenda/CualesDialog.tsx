import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'

export type Cuales = 'esta' | 'siguientes' | 'todas'

type Props = {
  open: boolean
  title: string
  description?: string
  /** The day is the first one: that and all later ones are all of them. */
  isFirst: boolean
  danger?: boolean
  busy?: boolean
  onChoose: (cuales: Cuales) => void
  onCancel: () => void
}

const WORDS: Record<Cuales, string> = {
  esta: 'Solo esta vez',
  siguientes: 'Esta y las siguientes',
  todas: 'Todas',
}

/** Of a repeated event: which of its days she means. */
export function CualesDialog({ open, title, description, isFirst, danger, busy, onChoose, onCancel }: Props) {
  const offered = (Object.keys(WORDS) as Cuales[]).filter((one) => !isFirst || one !== 'siguientes')
  return (
    <Dialog open={open} onClose={onCancel} title={title} description={description}>
      <div className="grid gap-2">
        <Button look={danger ? 'secondary' : 'quiet'} size="lg" onClick={onCancel}>
          Cancelar
        </Button>
        {offered.map((one) => (
          <Button
            key={one}
            look={danger ? 'danger' : 'secondary'}
            size="lg"
            busy={busy}
            // The second half of a double press belongs to the button that opened this.
            onClick={({ detail }) => {
              if (detail < 2) onChoose(one)
            }}
          >
            {WORDS[one]}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
