import type { ReactNode } from 'react'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Ficha } from './Fichas.tsx'

/** Reminders of a day, of which nobody but she knows what they are of. */
export type Avisar = {
  isOn: (dia: Fecha) => boolean
  toggle: (dia: Fecha) => void
  /** She wants to be reminded, within this very tap. */
  onWants: () => void
}

/** One reminder, where she wants one. */
export function Aviso({ avisar, fecha, children }: { avisar: Avisar; fecha: Fecha; children: ReactNode }) {
  const on = avisar.isOn(fecha)
  return (
    <div className="grid gap-1 justify-items-start">
      <Ficha
        pressed={on}
        onPress={() => {
          if (!on) avisar.onWants()
          avisar.toggle(fecha)
        }}
      >
        {children}
      </Ficha>
      {on && (
        <p role="status" className="text-sm text-tinta-suave">
          A las 9:00, y solo dirá «Tienes un recordatorio».
        </p>
      )}
    </div>
  )
}
