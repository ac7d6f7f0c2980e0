import { MessageCircleHeart } from 'lucide-react'
import { cx } from '../../components/cx.ts'
import { later } from '../../components/layout/deferred.tsx'
import { useKey } from '../../lib/offline/useKey.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { useStore } from '../../lib/useStore.ts'
import { ajustesOf } from './ajustes.ts'
import type { Abierto } from './Panel.tsx'

/** What opens at a tap, and is on every screen: no first screen loads it. */
const Panel = later(async () => (await import('./Panel.tsx')).Panel)

type Estado = { open: Abierto; wasOpen: boolean }

const estado = createStore<Estado>({ open: 'no', wasOpen: false })
const set = (part: Partial<Estado>) => estado.set({ ...estado.get(), ...part })

async function show() {
  toast({
    title: '🚧 Chat con IA en desarrollo',
    description: 'Esta función estará disponible pronto para conversar.',
  })
  try {
    // Loaded before it opens: code that came much later would open the window over what she is doing then.
    await Panel.preload()
  } catch {
    toast({
      title: 'No pudimos abrirlo',
      description: 'Revisa tu internet e inténtalo otra vez.',
      variant: 'destructive',
    })
    return
  }
  set({ wasOpen: true, open: 'panel' })
}

/** Opens the assistant: on a phone in the header, on Home beside the tabs, on a wide screen at its corner. */
export function AsistenteButton({ className }: { className: string }) {
  const [kept] = useKey('assistantConfig')
  return (
    <button
      type="button"
      aria-label={`Abrir chat con ${ajustesOf(kept).name}`}
      aria-haspopup="dialog"
      onClick={() => void show()}
      className={cx(
        'size-11 shrink-0 place-items-center rounded-full border border-linea bg-superficie text-jacaranda-texto shadow-sm transition-colors duration-150 hover:bg-jacaranda-suave',
        className,
      )}
    >
      <MessageCircleHeart aria-hidden="true" className="size-6" />
    </button>
  )
}

/** The assistant's windows, which are still being built. */
export function Asistente() {
  const { open, wasOpen } = useStore(estado)
  return wasOpen && <Panel open={open} onOpen={(open) => set({ open })} />
}
