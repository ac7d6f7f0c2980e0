import { useState } from 'react'
import { cx } from '../../components/cx.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { reversoUrl } from './arcanos.ts'
import type { Carta } from './tirada.ts'

type NaipeProps = { carta: Carta; isOpen: boolean; onOpen: () => void }

const cara = 'absolute inset-0 size-full rounded-[7%] backface-hidden'

/** A card: face down until it is tapped, then it turns; another tap shows it enlarged. */
export function Naipe({ carta, isOpen, onOpen }: NaipeProps) {
  const [isLarge, setLarge] = useState(false)
  const { nombre, posicion, imagenUrl } = carta
  const lugar = posicion ? `Carta de ${posicion}` : 'Tu carta'
  return (
    <>
      <button
        type="button"
        aria-label={isOpen ? `Ver ${nombre} en grande` : `Descubrir: ${lugar}`}
        className="group block w-full rounded-[7%] perspective-distant"
        onClick={() => (isOpen ? setLarge(true) : onOpen())}
      >
        <Caras imagenUrl={imagenUrl} isOpen={isOpen} />
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={nombre} description={carta.significado}>
        <img src={imagenUrl} alt={`La carta ${nombre}`} className="mx-auto max-h-[62dvh] w-auto" />
      </Dialog>
    </>
  )
}

/** Both sides of a card, within a `group` with a perspective. */
export function Caras({ imagenUrl, isOpen }: { imagenUrl: string; isOpen: boolean }) {
  return (
    <span
      className={cx(
        'relative block aspect-[200/340] transform-3d transition-transform duration-700 ease-app motion-reduce:transition-none',
        isOpen ? 'rotate-y-180' : 'group-hover:-translate-y-1',
      )}
    >
      <img src={reversoUrl} alt="" draggable={false} className={cara} />
      <img
        src={imagenUrl}
        alt=""
        draggable={false}
        className={cx(cara, 'rotate-y-180', !isOpen && 'invisible')}
      />
    </span>
  )
}
