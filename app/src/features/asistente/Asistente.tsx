import { MessageCircleHeart } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSonido } from '../../lib/device/player.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { cx } from '../../ui/cx.ts'
import { AjustesDialog } from './AjustesDialog.tsx'
import { NOMBRE, readAjustes, saveAjustes } from './ajustes.ts'
import { Panel } from './Panel.tsx'

/** Rooms where the floating button could cover something important: there it stands at the end of the page. */
const AT_THE_END = /^\/seguridad$/
/** Rooms as high as the screen, whose bottom row (writing, hanging up) must stay free. */
const ABOVE_THE_FOOT = /^\/(comunidad\/sala|llamada)\//

const FLOATING = 'fixed right-3 z-10 md:right-6'
const LOW = 'bottom-[calc(4.75rem+env(safe-area-inset-bottom))] md:bottom-6'
const HIGH = 'bottom-[calc(12rem+env(safe-area-inset-bottom))] md:bottom-28'

/** The floating assistant: a button on every screen of hers, and the room that is still being built behind it. */
export function Asistente() {
  const [open, setOpen] = useState<'no' | 'panel' | 'ajustes'>('no')
  const [ajustes, setAjustes] = useState(readAjustes)
  const { pathname } = useLocation()
  const { pista } = useSonido()
  const inPage = AT_THE_END.test(pathname)
  const high = ABOVE_THE_FOOT.test(pathname)

  const show = () => {
    setOpen('panel')
    toast({
      title: '🚧 Chat con IA en desarrollo',
      description: 'Esta función estará disponible pronto para conversar.',
    })
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
      {/* Space at the end of the page, so that the button does not hide the last element. */}
      {!inPage && !high && <div aria-hidden="true" className="h-16 md:h-8" />}
      <div className={inPage ? '-mt-16 flex justify-end px-4 pb-24 md:-mt-8 md:px-8 md:pb-8' : undefined}>
        <button
          type="button"
          aria-label={`Abrir chat con ${ajustes.name}`}
          aria-haspopup="dialog"
          onClick={show}
          className={cx(
            'grid size-12 place-items-center rounded-full border border-linea bg-superficie text-jacaranda-texto shadow-md transition-colors duration-150 hover:bg-jacaranda-suave md:size-14',
            !inPage && FLOATING,
            !inPage && (high || pista ? HIGH : LOW),
          )}
        >
          <MessageCircleHeart aria-hidden="true" className="size-6" />
        </button>
      </div>
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
  )
}
