import type { ReactNode } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Ficha } from './Fichas.tsx'

/** Reminders of a day, of which nobody but she knows what they are of. */
export type Recordar = {
  /** Whether it is known which reminders there are. */
  isRead: boolean
  isOn: (dia: Fecha) => boolean
  toggle: (dia: Fecha) => void
  /** She wants to be reminded, within this very tap. */
  onWants: () => void
}

/** One reminder, where she wants one. */
export function RecordarDia({
  recordar,
  fecha,
  follows = false,
  children,
}: {
  recordar: Recordar
  fecha: Fecha
  /** It is put on another day when that is expected on another. */
  follows?: boolean
  children: ReactNode
}) {
  const on = recordar.isOn(fecha)
  return (
    <div className="grid gap-1 justify-items-start">
      <Ficha
        pressed={on}
        disabled={!recordar.isRead}
        onPress={() => {
          if (!on) recordar.onWants()
          recordar.toggle(fecha)
        }}
      >
        {children}
      </Ficha>
      {on && (
        <p role="status" className="text-sm text-tinta-suave">
          A las 9:00, y solo dirá «Tienes un recordatorio».
          {follows && ' Si la fecha cambia, cambia con ella.'}
        </p>
      )}
    </div>
  )
}
