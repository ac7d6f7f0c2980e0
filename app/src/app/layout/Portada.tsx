import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Caras } from '../../features/holistica/Naipe.tsx'
import { drawOfToday } from '../../features/holistica/tirada.ts'
import type { createHold } from '../../features/seguridad/panico/hold.ts'
import { useToday } from '../../lib/time/today.ts'

export type PortadaProps = {
  owner: string
  /** She asks for the PIN. */
  onMas: () => void
  /** Of the card: the alarm. */
  hold: Pick<ReturnType<typeof createHold>, 'down' | 'up'>
}

/**
 * What a locked app shows before the PIN, by her choice: the card of the day and nothing else, to anyone with the phone in hand. «Más» leads to the
 * PIN and to «Emergencia»; the card, held for three seconds, raises the alarm as that button does. Nothing here says so.
 */
export function Portada({ owner, onMas, hold }: PortadaProps) {
  const { nombre, significado, imagenUrl } = drawOfToday(owner, useToday())
  const [isOpen, setOpen] = useState(false)

  return (
    <main className="noche relative grid min-h-dvh content-center justify-items-center gap-6 px-4 pt-[calc(3.75rem+env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]">
      {/* In sight, and in its place, whatever the card says. */}
      <Button
        look="quiet"
        className="absolute top-[calc(0.75rem+env(safe-area-inset-top))] right-2"
        onClick={onMas}
      >
        Más
      </Button>
      <header className="grid justify-items-center gap-1 text-center">
        <h1 className="text-2xl md:text-3xl">Carta del día</h1>
        <p className="max-w-prose text-tinta-suave">
          Una carta para hoy, la misma hasta mañana. Tócala para descubrirla.
        </p>
      </header>
      <div className="grid w-full justify-items-center gap-4">
        <button
          type="button"
          aria-label={isOpen ? nombre : 'Descubrir: Tu carta'}
          className="group block w-[min(62vw,15rem,max(9rem,(100dvh-20rem)*0.588))] touch-none select-none rounded-[7%] perspective-distant [-webkit-touch-callout:none]"
          onPointerDown={({ button, currentTarget, pointerId }) => {
            if (button !== 0) return
            // A trembling finger that slides off the card still holds it.
            currentTarget.setPointerCapture(pointerId)
            hold.down()
          }}
          onPointerUp={hold.up}
          onPointerCancel={hold.up}
          // What a long press would offer instead.
          onContextMenu={(event) => event.preventDefault()}
          onClick={() => setOpen(true)}
        >
          <Caras imagenUrl={imagenUrl} isOpen={isOpen} />
        </button>
        <div aria-live="polite" className="grid min-h-34 max-w-md content-start gap-1.5 text-center">
          {isOpen && (
            <>
              <h2 className="font-serif text-2xl leading-tight">{nombre}</h2>
              <p className="text-tinta-suave">{significado}</p>
            </>
          )}
        </div>
      </div>
    </main>
  )
}
