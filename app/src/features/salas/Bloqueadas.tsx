import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { useBlock, useBloqueadas } from './convivencia.ts'
import * as toasts from './toasts.ts'

/** Members whom she blocked, with unblocking. Shown only where there are any. */
export function Bloqueadas() {
  const { data: bloqueadas = [] } = useBloqueadas()
  const [open, setOpen] = useState(false)
  const block = useBlock()

  const unblock = async (id: string, name: string) => {
    try {
      await block.mutateAsync({ id, bloquear: false })
      toasts.unblocked(name)
      if (bloqueadas.length === 1) setOpen(false)
    } catch (failure) {
      toasts.blockFailed(failure)
    }
  }

  if (bloqueadas.length === 0 && !open) return null
  return (
    <>
      <Button
        look="quiet"
        icon={<UserRoundX aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        Bloqueadas ({bloqueadas.length})
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="A quienes bloqueaste"
        description="Ni tú ves sus mensajes ni ellas los tuyos."
      >
        <ul className="grid gap-2">
          {bloqueadas.map(({ id, username }) => {
            const name = username || 'Anónimo'
            return (
              <li key={id} className="flex items-center justify-between gap-3">
                <bdi translate="no" className="min-w-0 wrap-anywhere">
                  {name}
                </bdi>
                <Button
                  look="secondary"
                  aria-label={`Desbloquear a ${name}`}
                  busy={block.isPending && block.variables?.id === id}
                  onClick={() => unblock(id, name)}
                >
                  Desbloquear
                </Button>
              </li>
            )
          })}
        </ul>
      </Dialog>
    </>
  )
}
