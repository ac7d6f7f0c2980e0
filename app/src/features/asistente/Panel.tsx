import { SendHorizontal, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Input } from '../../components/form/Field.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import type { Ajustes } from './ajustes.ts'

/** Where somebody reads her, or she herself. */
const MIENTRAS = [
  { to: '/comunidad/salas', label: 'Círculos de Confianza' },
  { to: '/seguridad/apoyo-y-refugios', label: 'Líneas de apoyo' },
  { to: '/diario-emocional', label: 'Mi diario' },
]

type PanelProps = { open: boolean; ajustes: Ajustes; onSettings: () => void; onClose: () => void }

/** The panel of the coming chat: everything but sending works. */
export function Panel({ open, ajustes, onSettings, onClose }: PanelProps) {
  return (
    <Dialog
      shape="panel"
      open={open}
      onClose={onClose}
      title={
        <span className="flex items-center gap-3 text-[clamp(1.125rem,7vw,1.5rem)] leading-tight">
          <Avatar src={ajustes.avatar} />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">{ajustes.name}</span>
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
      <div className="grid content-center gap-2">
        <p className="rounded-card bg-hundido p-3 text-center text-tinta-suave">Chat en desarrollo</p>
        <p className="px-1 pt-1 font-semibold text-[0.9375rem]">Mientras tanto, aquí hay alguien</p>
        <ul className="flex flex-wrap gap-2">
          {MIENTRAS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
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
  )
}
