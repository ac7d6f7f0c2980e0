import { SendHorizontal, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Input } from '../../components/form/Field.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { useKey } from '../../lib/offline/useKey.ts'
import { AjustesDialog } from './AjustesDialog.tsx'
import { ajustesOf } from './ajustes.ts'

/** Where somebody reads her, or she herself. */
const MIENTRAS = [
  { to: '/comunidad/salas', label: 'Círculos de Confianza' },
  { to: '/seguridad/apoyo-y-refugios', label: 'Líneas de apoyo' },
  { to: '/diario-emocional', label: 'Mi diario' },
]

/** Which of the windows: the settings stand over the panel. */
export type Abierto = 'no' | 'panel' | 'ajustes'

type PanelProps = { open: Abierto; onOpen: (next: Abierto) => void }

/** The panel of the coming chat, and its settings: everything but sending works. */
export function Panel({ open, onOpen }: PanelProps) {
  const close = () => onOpen('no')
  const { name, avatar } = ajustesOf(useKey('assistantConfig')[0])
  return (
    <>
      <Dialog
        shape="panel"
        open={open !== 'no'}
        onClose={close}
        title={
          <span className="flex items-center gap-3 text-[clamp(1.125rem,7vw,1.5rem)] leading-tight">
            <Avatar src={avatar} />
            <span className="line-clamp-2 min-w-0 wrap-anywhere">{name}</span>
          </span>
        }
        actions={
          <IconButton
            label="Ajustes del asistente"
            icon={<Settings aria-hidden="true" />}
            onClick={() => onOpen('ajustes')}
          />
        }
      >
        <div className="grid content-center gap-2">
          <p className="rounded-card bg-hundido p-3 text-center text-tinta-suave">Chat en desarrollo</p>
          <p className="px-1 pt-1 font-semibold text-[0.9375rem]">Mientras tanto, aquí hay alguien</p>
          <ul className="flex flex-wrap gap-2">
            {MIENTRAS.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={close}
                  className={buttonClass({ look: 'secondary', className: 'px-3' })}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex items-center gap-2">
          <Input
            aria-label="Mensaje"
            placeholder="Escribe un mensaje..."
            disabled
            className="min-w-0 flex-1 text-[min(1rem,5vw)]!"
          />
          <IconButton label="Enviar" icon={<SendHorizontal aria-hidden="true" />} disabled />
        </div>
      </Dialog>
      <AjustesDialog open={open === 'ajustes'} onClose={() => onOpen('panel')} />
    </>
  )
}
