import { MessageCircleHeart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { later } from '../../components/layout/deferred.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { NOMBRE, readAjustes, saveAjustes } from './ajustes.ts'

/** What opens at a tap, and is on every screen: no first screen brings it along. */
const Panel = later(async () => (await import('./Panel.tsx')).Panel)
const AjustesDialog = later(async () => (await import('./AjustesDialog.tsx')).AjustesDialog)

/**
 * The floating assistant: a button on every screen of hers, and the room that is still being built behind it. It floats in a strip
 * that is its own, above the tabs or below the sidebar's list, and so is never over anything.
 *
 * @param beside what is said in the rest of that strip
 */
export function Asistente({ beside }: { beside?: ReactNode }) {
  const [open, setOpen] = useState<'no' | 'panel' | 'ajustes'>('no')
  const [wasOpen, setWasOpen] = useState(false)
  const [ajustes, setAjustes] = useState(readAjustes)

  const show = async () => {
    toast({
      title: '🚧 Chat con IA en desarrollo',
      description: 'Esta función estará disponible pronto para conversar.',
    })
    try {
      // Loaded before it opens: code that came much later would open the window over what she is doing then.
      await Promise.all([Panel.preload(), AjustesDialog.preload()])
    } catch {
      toast({
        title: 'No pudimos abrirlo',
        description: 'Revisa tu internet e inténtalo otra vez.',
        variant: 'destructive',
      })
      return
    }
    setWasOpen(true)
    setOpen('panel')
  }
  const save = (typed: string) => {
    const name = typed.trim() || NOMBRE
    const next = { ...ajustes, name }
    saveAjustes(next)
    setAjustes(next)
    setOpen('panel')
    toast({ title: 'Ajustes guardados', description: `Tu asistente ahora se llama ${name}.` })
  }

  return (
    <>
      <div
        data-franja
        className="flex min-h-12 items-center justify-end gap-2 border-linea border-t bg-crema px-3 md:fixed md:bottom-0 md:left-0 md:min-h-16 md:w-64 md:border-r md:bg-superficie md:px-4"
      >
        {beside}
        <button
          type="button"
          aria-label={`Abrir chat con ${ajustes.name}`}
          aria-haspopup="dialog"
          onClick={show}
          className="grid size-11 shrink-0 place-items-center rounded-full border border-linea bg-superficie text-jacaranda-texto shadow-sm transition-colors duration-150 hover:bg-jacaranda-suave md:size-12"
        >
          <MessageCircleHeart aria-hidden="true" className="size-6" />
        </button>
      </div>
      {wasOpen && (
        <>
          <Panel
            open={open !== 'no'}
            ajustes={ajustes}
            onSettings={() => setOpen('ajustes')}
            onClose={() => setOpen('no')}
          />
          <AjustesDialog
            open={open === 'ajustes'}
            ajustes={ajustes}
            onSave={save}
            onCancel={() => setOpen('panel')}
          />
        </>
      )}
    </>
  )
}
